// The operator's view of the jobs: figures by kind, jobs that were given up, and running them again.
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';

import {
  countJobsByKind,
  listFailedJobRows,
  reviveJob,
  type FailedJobRow,
  type JobKindFigures,
} from './job-administration.store.ts';

export type { FailedJobRow, JobKindFigures } from './job-administration.store.ts';

export interface JobAdministration {
  /** `late`: due for longer than `lateMs`. `failedLately`: given up in the last day. */
  figures(lateMs: number): Promise<JobKindFigures[]>;
  /** Jobs that were given up, newest first; `before` is the id that the page before ended with. */
  listFailed(page: { before: number | null; limit: number }): Promise<FailedJobRow[]>;
  /** Gives a failed job all its attempts again. Returns its kind, or undefined when there is no such failed job. */
  retry(tx: Executor, id: number): Promise<string | undefined>;
}

export function createJobAdministration(database: Database, clock: Clock): JobAdministration {
  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);
  return {
    figures: (lateMs) =>
      countJobsByKind(database.sql, { now: clock.now(), lateBefore: before(lateMs), failedAfter: before(DAY_MS) }),
    listFailed: (page) => listFailedJobRows(database.sql, page),
    retry: (tx, id) => reviveJob(tx, id, clock.now()),
  };
}
