import { z } from 'zod';
import type { AssignmentsPort } from '#features/devices/devices.port';
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

interface ErasureDependencies {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly devices: AssignmentsPort;
}

export type Erasure = (tx: Executor, personId: string, at: Date) => Promise<void>;

/**
 * Deletes the positions of a person's devices from the times of the person's assignments, active and archived ones, in
 * jobs that begin when the account is deleted.
 */
export function createErasure({ database, jobs, devices }: ErasureDependencies): Erasure {
  const eraseBatch = (span: Span): Promise<number> =>
    database.transaction(async (tx) => {
      // A position that moves from its row into a packed day in the meantime would stay.
      await lockPacking(tx);
      return (await deletePositions(tx, span, BATCH)) + (await deletePackedPositions(tx, span));
    });
  jobs.define(ERASE, async (span) => {
    while ((await eraseBatch(span)) > 0);
  });
  return async (tx, personId, at) => {
    const spans = await devices.assignmentsOf(tx, personId, at);
    await jobs.enqueueAll(
      tx,
      ERASE,
      spans.map(({ deviceId, from, until }) => ({
        payload: { deviceId, from, until },
        key: `${deviceId} ${from.toISOString()}`,
      })),
    );
  };
}
