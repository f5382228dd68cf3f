// SQL of the operator's view of the jobs.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

import { JOB_CHANNEL } from './jobs.store.ts';

export interface JobKindFigures {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly late: number;
  readonly failed: number;
  readonly failedLately: number;
}

export interface FailedJobRow {
  readonly id: number;
  readonly name: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly failedAt: Date;
}

/** @param lateBefore jobs that were due before this are late; `failedAfter`: failures after this count as lately */
export async function countJobsByKind(
  executor: Executor,
  { now, lateBefore, failedAfter }: { now: Date; lateBefore: Date; failedAfter: Date },
): Promise<JobKindFigures[]> {
  const { rows } = await sql<JobKindFigures>`
    select name,
      (count(*) filter (where failed_at is null and (leased_until is null or leased_until <= ${now})))::int as waiting,
      (count(*) filter (where failed_at is null and leased_until > ${now}))::int as running,
      (count(*) filter (where failed_at is null and run_at < ${lateBefore}
        and (leased_until is null or leased_until <= ${now})))::int as late,
      (count(*) filter (where failed_at is not null))::int as failed,
      (count(*) filter (where failed_at > ${failedAfter}))::int as failed_lately
    from job group by name order by name`.execute(executor);
  return rows;
}

export async function listFailedJobRows(
  executor: Executor,
  { before, limit }: { before: number | null; limit: number },
): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select id, name, attempts, last_error, failed_at from job
    where failed_at is not null and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${limit}`.execute(executor);
  return rows;
}

/** @returns the kind of the job, or undefined when no failed job has the id */
export async function reviveJob(tx: Executor, id: number, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`with revived as (
      update job set failed_at = null, attempts = 0, run_at = ${now}
      where id = ${id} and failed_at is not null returning name
    ) select name from revived, pg_notify(${JOB_CHANNEL}, '')`.execute(tx);
  return rows[0]?.name;
}
