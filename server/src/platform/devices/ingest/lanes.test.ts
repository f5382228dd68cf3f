import { afterEach, expect, test, vi } from 'vitest';

import type { LaneName } from './entry.ts';
import type { IngestLane, IngestLaneOptions } from './lane.ts';
import { createLanes } from './lanes.ts';
import type { OpenLane } from './lanes.ts';

afterEach(() => void vi.useRealTimers());

/** Lanes that store nothing. Those of events are busy until `finish`. */
async function openBusy() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isBusy = true;
  const ways: [LaneName, () => Promise<void>][] = [];
  const open: OpenLane = async (name, { giveWay }) => {
    ways.push([name, giveWay]);
    return { name, isIdle: () => name !== 'events' || !isBusy, drained: () => promise } as IngestLane;
  };
  const lanes = await createLanes(open, { has: () => false });
  /** Whether a lane of this name may store a batch by now. */
  const mayStore = (name: LaneName) => {
    let isFree = false;
    void ways
      .find(([each]) => each === name)![1]()
      .then(() => (isFree = true));
    return () => isFree;
  };
  const finish = (): void => {
    isBusy = false;
    resolve();
  };
  return { lanes, mayStore, finish };
}

test('positions wait while presses are stored, a tenth of a second at most', async () => {
  vi.useFakeTimers();
  const { mayStore, finish } = await openBusy();
  const isFree = mayStore('telemetry');
  await vi.advanceTimersByTimeAsync(99);
  expect(isFree()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isFree()).toBe(true);

  const isFreeAgain = mayStore('telemetry');
  await vi.advanceTimersByTimeAsync(1);
  expect(isFreeAgain()).toBe(false);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(isFreeAgain()).toBe(true);
});

test.each(['events', 'control', 'suspects'] as const)('messages of the lane %s wait for no press', async (name) => {
  vi.useFakeTimers();
  const { mayStore } = await openBusy();
  const isFree = mayStore(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(isFree()).toBe(true);
});

test('a device keeps its lane, and neighbours have another', async () => {
  const { lanes } = await openBusy();
  const laneOf = (deviceId: number) => lanes.of('event', deviceId, `Trace_${deviceId}`);
  expect(laneOf(4)).toBe(laneOf(4));
  expect(new Set([4, 5, 6, 7].map(laneOf)).size).toBe(4);
});

test('positions share a transaction with 32 at most, and presses with none', async () => {
  const borrows: [LaneName, IngestLaneOptions['borrow']][] = [];
  const asked: number[] = [];
  const lend: IngestLane['lend'] = (most) => {
    asked.push(most);
    return [];
  };
  const open: OpenLane = async (name, { borrow }) => {
    borrows.push([name, borrow]);
    return { name, lend } as IngestLane;
  };
  await createLanes(open, { has: () => false });
  for (const [name, borrow] of borrows) if (name !== 'telemetry') borrow(1, Promise.resolve());
  expect(asked).toEqual([]);
  borrows.find(([name]) => name === 'telemetry')![1](5, Promise.resolve());
  expect(asked).toEqual([27, 27]);
});
