import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import { z } from 'zod';
import type { AssignmentsPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import { deletePackedPositions, type Span } from './packing/tracking.packed-erasure.store.ts';
import { lockPacking } from './packing/tracking.packing.store.ts';
import { deletePositions } from './tracking.person-data.store.ts';

/** A tracker that reports each second for 90 days has 7.8 million positions: too many for the deletion of an account. */
const BATCH = 10_000;

const ERASE = defineJob(
  'tracking.erase',
  z.object({ deviceId: z.number(), from: z.coerce.date(), until: z.coerce.date() }),
);

/** A tracker without a network sends its positions later. Older ones are stored at the time of their receipt. */
const LATE_MS = deviceProtocol.oldestMs + DAY_MS;

interface ErasureDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly devices: AssignmentsPort;
}

export interface Erasure {
  /** Deletes the positions of a person's devices from the times of the person's assignments. */
  ofPerson(tx: Executor, personId: string, at: Date): Promise<void>;
  /** Deletes all positions of removed devices: no person can see them, and no assignment says whose they were. */
  ofDevices(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

/**
 * Deletes active and archived positions, in jobs that begin after the commit. A second job per time deletes the positions
 * that arrive later.
 */
export function createErasure({ database, clock, jobs, devices }: ErasureDependencies): Erasure {
  const eraseBatch = (span: Span): Promise<number> =>
    database.transaction(async (tx) => {
      // A position that moves from its row into a packed day in the meantime would stay.
      await lockPacking(tx);
      return (await deletePositions(tx, span, BATCH)) + (await deletePackedPositions(tx, span));
    });
  jobs.define(ERASE, async (span) => {
    while ((await eraseBatch(span)) > 0);
  });
  const enqueue = (tx: Executor, spans: readonly Span[], at: Date): Promise<void> =>
    jobs.enqueueAll(
      tx,
      ERASE,
      spans.flatMap(({ deviceId, from, until }) => {
        const key = `${deviceId} ${from.toISOString()}`;
        const payload = { deviceId, from, until };
        return [
          { payload, key },
          { payload, key: `${key} late`, runAt: new Date(at.getTime() + LATE_MS) },
        ];
      }),
    );
  return {
    ofPerson: async (tx, personId, at) => enqueue(tx, await devices.assignmentsOf(tx, personId, at), at),
    ofDevices: (tx, deviceIds) => {
      const at = clock.now();
      // Clocks of devices can be ahead.
      const until = new Date(at.getTime() + DAY_MS);
      const spans = deviceIds.map((deviceId) => ({ deviceId, from: new Date(0), until }));
      return enqueue(tx, spans, at);
    },
  };
}
