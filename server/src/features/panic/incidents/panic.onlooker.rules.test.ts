import type { Incident } from '@trace/contract/panic/panic.schema';
import type { PanicStep } from '@trace/contract/panic/panic.steps.schema';
import { expect, test } from 'vitest';
import { stepsForOnlooker, summaryForOnlooker } from './panic.onlooker.rules.ts';

const at = '2026-03-02T00:00:00.000Z';
const incident: Incident = {
  ...{ id: '6f3c0a9e-8d2b-4c7e-9a35-1b2c3d4e5f60', isTest: false, kind: 'panic', source: 'tracker', openedAt: at },
  ...{ happenedAt: at, lateSec: null, hasWrongClock: false, hubName: 'Novak home', trigger: 'Key fob Mia' },
  devices: [{ serialNumber: 'Trace_B00001', name: 'Ute' }],
  wearers: [{ name: 'Ana Novak', phone: '+61491570006' }],
  presses: 1,
  taken: { name: 'Jonas', role: 'contact', at, isYou: false },
  closed: { outcome: 'helped', note: 'With Jonas', name: 'Jonas', at },
  you: {
    role: 'company',
    name: 'Sam',
    isRinging: false,
    mayTake: false,
    mayRelease: false,
    mayClose: false,
    mayNote: true,
  },
};

const steps: PanicStep[] = [
  { id: '1', at, kind: 'pressed', alarm: 'panic', hubName: null, trigger: 'Key fob Mia', isRepeat: false },
  { id: '2', at, kind: 'notified', names: ['Jonas'], channels: ['sms'] },
  { id: '3', at, kind: 'escalated', names: ['Jonas'], channels: ['sms'], afterSec: 30 },
  { id: '4', at, kind: 'seen', name: 'Sam', role: 'company' },
  { id: '5', at, kind: 'taken', name: 'Jonas', role: 'contact' },
  { id: '6', at, kind: 'noted', name: 'Sam', role: 'company', text: 'Jonas has a key' },
  { id: '7', at, kind: 'closed', name: 'Jonas', outcome: 'helped', note: 'With Jonas' },
];

test('shows an onlooker time and state without contacts, numbers and words of people [PANIC-03] [GUARD-07]', () => {
  const shown = summaryForOnlooker(incident);
  const lines = stepsForOnlooker(steps);
  expect(JSON.stringify([shown, lines])).not.toMatch(/Jonas|Mia|\+61491570006/);
  expect(shown.wearers).toEqual([{ name: 'Ana Novak', phone: null }]);
  expect(lines.map(({ kind }) => kind)).toEqual(['pressed', 'seen', 'taken', 'closed']);
  expect(lines[1]).toMatchObject({ name: 'Sam' });
  expect(shown.closed).toMatchObject({ outcome: 'helped', name: 'Someone' });
});
