import { expect, test } from 'vitest';

import type { Entry } from './entry.ts';
import { createLaneQueue } from './lane-queue.ts';

const limits = { queuedMessages: 10, queuedBytes: 1_000, batchMessages: 2 };

const entry = (receivedMs: number): Entry =>
  ({
    kind: 'heartbeat',
    source: null,
    packetId: 0,
    sizeBytes: 1,
    message: { receivedAt: new Date(receivedMs) },
  }) as Entry;

test('the delay is the age of the oldest message that is not stored, in a batch or behind it [SUPP-06]', () => {
  const queue = createLaneQueue(limits);
  expect(queue.backlog(50)).toEqual({ waiting: 0, delayMs: 0 });
  for (const receivedMs of [10, 20, 30]) queue.push(entry(receivedMs));
  expect(queue.backlog(50)).toEqual({ waiting: 3, delayMs: 40 });
  const batch = queue.takeBatch();
  expect(queue.backlog(50)).toEqual({ waiting: 3, delayMs: 40 });
  queue.release(batch);
  expect(queue.backlog(50)).toEqual({ waiting: 1, delayMs: 20 });
  queue.release(queue.takeBatch());
  expect(queue.backlog(50)).toEqual({ waiting: 0, delayMs: 0 });
});
