import { expect, test } from 'vitest';
import { readinessOf } from './device-readiness.ts';

const now = Date.parse('2026-11-22T05:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const device = (serialNumber: string) => ({
  serialNumber,
  name: `Van ${serialNumber}`,
  hubId: null,
  dateRegistered: ago(90_000),
  dateAssigned: null,
  company: null,
});

type Given = [status: string, lastSeen: string | null, fixAt: string | null, lastError?: string];

function readinessWhere(given: Record<string, Given>, isFixKnown = true) {
  const serials = Object.keys(given);
  return readinessOf(
    {
      devices: serials.map(device) as never,
      statuses: new Map(
        Object.entries(given).map(([serial, [status, lastSeen, , lastError = null]]) => [
          serial,
          { serialNumber: serial, status, lastSeen, lastError } as never,
        ]),
      ),
      fixes: isFixKnown ? new Map(Object.entries(given).map(([serial, [, , fixAt]]) => [serial, fixAt])) : null,
    },
    now,
  );
}

test.each([
  [
    'online with a fix',
    ['online', ago(1), ago(2)],
    { summary: 'Van A is reporting and has a recent GPS fix.', troubles: [], notes: [] },
  ],
  ['never heard', ['awaiting', null, null], { summary: null, troubles: ['Van A has never reported.'], notes: [] }],
  [
    'offline',
    ['offline', ago(180), ago(180)],
    { summary: null, troubles: ['Van A last reported 3 h ago.'], notes: [] },
  ],
  [
    'broken',
    ['error', ago(1), ago(1), 'SIM missing'],
    { summary: null, troubles: ['Van A is reporting an error: SIM missing.'], notes: [] },
  ],
  [
    'online, no fix',
    ['online', ago(1), null],
    { summary: null, troubles: [expect.stringContaining('no GPS fix')], notes: [] },
  ],
  [
    'asleep',
    ['sleeping', ago(30), ago(30)],
    { summary: null, troubles: [], notes: ['Van A is asleep and will answer when it wakes.'] },
  ],
] as [string, Given, unknown][])(
  'the device check before payment reports a device that is %s [SUB-06]',
  (_words, given, readiness) => {
    expect(readinessWhere({ A: given })).toEqual(readiness);
  },
);

test('the device check before payment counts the ready devices and notes an unknown GPS fix [SUB-06]', () => {
  const good: Given = ['online', ago(1), ago(1)];
  expect(readinessWhere({ A: good, B: good }).summary).toBe('All 2 devices are reporting and have a recent GPS fix.');
  expect(readinessWhere({ A: good, B: ['offline', ago(60), null] }).summary).toMatch(/^1 of 2/);
  expect(readinessWhere({ A: good }, false)).toEqual({
    summary: 'Van A is reporting.',
    troubles: [],
    notes: ['Could not check whether your devices have a GPS fix.'],
  });
  expect(readinessWhere({})).toEqual({
    summary: null,
    troubles: [expect.stringContaining('no device yet')],
    notes: [],
  });
});
