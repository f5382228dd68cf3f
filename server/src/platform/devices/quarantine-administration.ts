// The operator's view of the quarantine, and its retention.
import { DAY_MS, HOUR_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import {
  countQuarantined,
  deleteQuarantinedBefore,
  listQuarantinedRows,
  type QuarantinedRow,
  type QuarantineFigures,
} from './quarantined-messages.store.ts';

/** The start of a quarantined message can hold a position, so it is kept as long as it can still be looked into. */
export const QUARANTINE_LIVES_MS = 30 * DAY_MS;

export interface QuarantineAdministration {
  /** `lately`: messages that were received within `windowMs`. */
  figures(windowMs: number): Promise<QuarantineFigures>;
  /** Newest first, without the content. `search` is part of a serial or a reason; empty for all. */
  list(page: { search: string; before: number | null; limit: number }): Promise<QuarantinedRow[]>;
  /** Deletes old messages every hour. */
  start(): Stop;
}

export function createQuarantineAdministration({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}): QuarantineAdministration {
  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  const prune = async (): Promise<void> => {
    try {
      await deleteQuarantinedBefore(database.sql, before(QUARANTINE_LIVES_MS));
    } catch (error) {
      log.warn({ err: error }, 'Cleanup of old quarantined messages failed, retrying in an hour');
    }
  };

  return {
    figures: (windowMs) => countQuarantined(database.sql, before(windowMs)),
    list: (page) => listQuarantinedRows(database.sql, page),
    start: () => clock.every(HOUR_MS, prune),
  };
}
