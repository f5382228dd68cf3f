import { expect, test } from 'vitest';
import { hasFallenSilent } from './tracking-paused.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');

test.each([
  // A broken stream reconnects in a moment, however long no data came before.
  [2, 40, false],
  [4, 40, true],
  [4, null, true],
  // While push is cut, answers to polls keep the view live.
  [60, 14, false],
  [60, 16, true],
])('a stream lost %s s ago and heard %s s ago is paused: %s [LIVE-01]', (lost, heard, isPaused) => {
  const heardAt = heard === null ? null : nowMs - heard * 1_000;
  expect(hasFallenSilent({ lostAt: nowMs - lost * 1_000, heardAt, nowMs })).toBe(isPaused);
});
