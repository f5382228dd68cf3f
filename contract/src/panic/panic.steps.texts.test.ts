import { expect, test } from 'vitest';
import type { PanicStep } from './panic.steps.schema.ts';
import { stepWords } from './panic.steps.texts.ts';

const base = { id: '1', at: '2026-11-25T09:41:00.000Z' };
const received = {
  ...base,
  kind: 'position_received',
  deviceName: 'Work ute',
  afterSec: 8,
  accuracyM: 8.2,
  movedM: null,
  staleSec: null,
} as const;

const cases: [PanicStep, string, string | null][] = [
  [
    { ...base, kind: 'pressed', alarm: 'panic', hubName: 'Novak home', trigger: 'Key fob Mia', isRepeat: false },
    'Panic button pressed',
    'Hub Novak home, Key fob Mia',
  ],
  [
    { ...base, kind: 'pressed', alarm: 'medical', hubName: null, trigger: null, isRepeat: true },
    'Medical alarm again',
    null,
  ],
  [{ ...base, kind: 'position_requested', deviceName: 'Work ute' }, 'Fresh position requested', 'From Work ute'],
  [received, 'Position received', 'After 8 s, ±8 m'],
  [{ ...received, afterSec: null, accuracyM: null, movedM: 1_140 }, 'Position received', '1.1 km from the first'],
  [{ ...received, staleSec: 720 }, 'Old position received', 'After 8 s, ±8 m, 12 min old on arrival'],
  [
    { ...base, kind: 'notified', names: ['Mia', 'Jonas'], channels: ['push', 'email'] },
    'Mia and Jonas told',
    'Push, Email',
  ],
  [
    { ...base, kind: 'escalated', afterSec: 30, names: ['Ana Novak'], channels: ['sms'] },
    'No one took it for 30 s',
    'Ana Novak told, SMS',
  ],
  [{ ...base, kind: 'nobody_there' }, 'There is no one else to tell', null],
  [{ ...base, kind: 'nobody_took' }, 'No one has taken this alarm', 'Everyone is reminded'],
  [{ ...base, kind: 'seen', name: 'Jonas', role: 'contact' }, 'Jonas opened it', 'Contact'],
  [{ ...base, kind: 'taken', name: 'Sam', role: 'company' }, 'Sam took it', "Installer's company"],
  [{ ...base, kind: 'released', name: 'Sam', role: 'company' }, 'Sam gave it back', "Installer's company"],
  [{ ...base, kind: 'released', name: 'Ana', role: 'contact', hasLeft: true }, 'Ana can no longer help', 'Contact'],
  [{ ...base, kind: 'noted', name: 'Jonas', role: 'contact', text: 'On my way.' }, 'Note by Jonas', 'On my way.'],
  [
    { ...base, kind: 'closed', name: null, outcome: 'expired', note: null },
    'Closed: no outcome within a day',
    'By the portal',
  ],
];

test.each(cases)('the timeline tells step %# in a sentence [PANIC-04]', (step, title, detail) => {
  expect(stepWords(step)).toEqual({ title, detail });
});

test('a position names its device when several take part [PANIC-04]', () => {
  expect(stepWords(received, { isDeviceNamed: true }).detail).toBe('Work ute, After 8 s, ±8 m');
});
