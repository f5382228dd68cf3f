import { expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import { createTakeReports, type DirectReport } from './direct-reports.ts';
import type { Ingest } from './ingest.ts';

/** Lanes of which some are full. The others store a message at once. */
function lanesWith(full: readonly DirectReport['kind'][]) {
  const taken: string[] = [];
  const ingest: Pick<Ingest, 'take' | 'isFull'> = {
    isFull: (_source, kind) => full.some((each) => each === kind),
    take: (source, kind, _payload, packetId) => {
      taken.push(kind);
      source.settle(packetId);
    },
  };
  const take = createTakeReports({
    ...{ ingest, clock: fakeClock(), log: createLog({ level: 'silent' }), storeWithinMs: 5_000 },
  });
  return { take, taken };
}

const phone = { id: 1, serial: 'Phone_0001' };
const envelope = { v: 1, boot: 1, seq: 1, ts: 0 } as const;
const sos: DirectReport[] = [
  { kind: 'event', message: { ...envelope, kind: 'panic' } },
  { kind: 'location', message: { ...envelope, lat: 60.1, lng: 24.9 } },
];

test('stores the alarm of a phone although the lanes of positions are full, and asks for a repeat [PANIC-06]', async () => {
  const { take, taken } = lanesWith(['location']);
  expect(await take(phone, sos, new Date(0))).toBe('busy');
  expect(taken).toEqual(['event']);
});

test('takes nothing of a phone when the lane of its alarm is full [PANIC-06]', async () => {
  const { take, taken } = lanesWith(['event', 'location']);
  expect(await take(phone, sos, new Date(0))).toBe('busy');
  expect(taken).toEqual([]);
});

test('stores all reports of a phone when its lanes have room', async () => {
  const { take, taken } = lanesWith([]);
  expect(await take(phone, sos, new Date(0))).toBe('stored');
  expect(taken).toEqual(['event', 'location']);
});
