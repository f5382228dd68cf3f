// Revokes certificates whose time beside their successor is over. Admission refuses them already.
import { HOUR_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import { retireOld } from './renewal.store.ts';

export function startRetirement({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Stop {
  return clock.every(HOUR_MS, async () => {
    try {
      await retireOld(database.sql, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'Revoking renewed certificates failed, retrying in an hour');
    }
  });
}
