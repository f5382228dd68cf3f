import { expect, test } from 'vitest';

import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import type { Entry, Source } from './entry.ts';
import { createIngestLane, type IngestLane } from './lane.ts';

const limits = { queuedMessages: 10, queuedBytes: 10_000, batchMessages: 10 };
const MOST = 4;

/** Two lanes that store together. Each waits at its gate before a batch, and a batch is stored when the test ends it. */
function openPair() {
  const stored: { lane: string; packets: number[]; end: () => void }[] = [];
  const acknowledged: number[] = [];
  const source: Source = {
    serial: 'Trace_1',
    connectionId: 'one',
    deviceId: 1,
    publishRefusal: () => {},
    settle: (packetId) => acknowledged.push(packetId) > 0,
    sendAcks: () => {},
  };
  const entry = (packetId: number): Entry => ({ kind: 'counted', source, packetId, sizeBytes: 1_000 });

  const open = (lane: string) => {
    let gate = Promise.withResolvers<void>();
    return {
      pass: (): void => {
        gate.resolve();
        gate = Promise.withResolvers<void>();
      },
      lane: createIngestLane({
        name: 'telemetry',
        database: { transaction: (work) => work({} as never), stop: async () => {} },
        store: async (_tx, entries) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          stored.push({ lane, packets: entries.map(({ packetId }) => packetId), end: resolve });
          await promise;
          return [];
        },
        setAside: () => null,
        onSettled: () => {},
        limits,
        giveWay: () => gate.promise,
        borrow: (own, until) => pair.flatMap((each) => each.lane.lend(MOST - own, until)),
        neighbours: null,
        clock: fakeClock(),
        log: createLog({ level: 'silent' }),
      }),
    };
  };
  const pair: { lane: IngestLane; pass: () => void }[] = [open('even'), open('odd')];
  const [even, odd] = pair as [(typeof pair)[0], (typeof pair)[0]];
  const push = (to: typeof even, ...packets: number[]): void => packets.forEach((each) => to.lane.push(entry(each)));
  return { even, odd, push, stored, acknowledged };
}

/** Waits for a turn of the event loop, in which a lane comes to its gate or to its transaction. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('two calm lanes store in one transaction, and newer messages of the lent lane wait for it', async () => {
  const { even, odd, push, stored, acknowledged } = openPair();
  push(even, 2, 4);
  push(odd, 1);
  await turn();
  even.pass();
  await turn();
  expect(stored).toMatchObject([{ lane: 'even', packets: [2, 4, 1] }]);
  expect(odd.lane.backlog().waiting).toBe(0);

  push(odd, 3);
  await turn();
  odd.pass();
  await turn();
  expect(stored).toHaveLength(1);
  stored[0]!.end();
  await turn();
  expect(acknowledged).toEqual([2, 4, 1]);
  expect(stored[1]).toMatchObject({ lane: 'odd', packets: [3] });
});

test('a lane that stores, or with many messages, lends none', async () => {
  const { even, odd, push, stored } = openPair();
  push(odd, 1);
  await turn();
  odd.pass();
  await turn();
  push(odd, 3);
  push(even, 2);
  await turn();
  even.pass();
  await turn();
  expect(stored).toMatchObject([{ packets: [1] }, { packets: [2] }]);

  for (const { end } of stored) end();
  await turn();
  push(odd, 5);
  push(even, 4, 6, 8);
  await turn();
  even.pass();
  await turn();
  expect(stored[2]).toMatchObject({ packets: [4, 6, 8] });
});

test('a device that waits for room goes on when its lane lends what fills it', async () => {
  const { even, odd, push } = openPair();
  const filling = { kind: 'counted', source: null, packetId: 1, sizeBytes: limits.queuedBytes } as const;
  odd.lane.push(filling);
  expect(odd.lane.isFull()).toBe(true);
  let goesOn = false;
  odd.lane.whenRoom(() => (goesOn = true));
  push(even, 2);
  await turn();
  even.pass();
  await turn();
  expect(goesOn).toBe(true);
});
