import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { listReported } from '../hub-receiver.store.ts';

export interface ProvenDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** The numbers of accounts that have reported, to this process or, up to a minute ago, to another. */
export async function followProven({ database, clock, log }: ProvenDependencies) {
  const proven = new Set(await listReported(database.sql));
  const stop: Stop = clock.every(MINUTE_MS, async () => {
    try {
      for (const number of await listReported(database.sql)) proven.add(number);
    } catch (error) {
      log.warn({ err: error }, 'Reading which hubs have reported failed, retrying in a minute');
    }
  });
  return { proven, stop };
}
