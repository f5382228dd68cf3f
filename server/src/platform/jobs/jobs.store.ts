// SQL of the jobs. All times come from the caller's clock, so that tests can move the clock.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

export const JOB_CHANNEL = 'job';

export interface NewJob {
  readonly name: string;
  readonly payload: unknown;
  readonly key: string | null;
  readonly runAt: Date;
}

/** A job leased by a worker. `lease` proves that the worker still holds the job. */
export interface LeasedJob {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
  /** The current attempt is included. */
  readonly attempts: number;
  readonly lease: string;
}

export interface Lease {
  readonly lease: string;
  readonly now: Date;
  /** Jobs that the worker still runs. */
  readonly except: readonly number[];
}

/** How many jobs of a name may start, and the end of their leases. */
export interface FreeSlots {
  readonly name: string;
  readonly slots: number;
  readonly until: Date;
}

/**
 * Leaves a waiting job with the same key alone. Resets the attempts of a job that failed for good. Wakes the workers.
 */
export async function insertJob(executor: Executor, { name, payload, key, runAt }: NewJob): Promise<void> {
  await sql`/* prepared: new job */ with written as (
      insert into job (name, payload, key, run_at)
      values (${name}, ${JSON.stringify(payload)}::jsonb, ${key}, ${runAt})
      on conflict (name, key) where key is not null do update
        set failed_at = null, attempts = 0, run_at = excluded.run_at, payload = excluded.payload
        where job.failed_at is not null
      returning 1
    ) select pg_notify(${JOB_CHANNEL}, '') from written`.execute(executor);
}

/** Inserts many jobs of one name with different keys, as `insertJob` does. */
export async function insertJobs(
  executor: Executor,
  name: string,
  jobs: readonly { payload: unknown; key: string; runAt: Date }[],
): Promise<void> {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  await sql`/* prepared: new jobs */ with written as (
      insert into job (name, payload, key, run_at)
      select ${name}, payload, key, run_at
      from unnest(${payloads}::jsonb[], ${jobs.map(({ key }) => key)}::text[],
        ${jobs.map(({ runAt }) => runAt)}::timestamptz[]) as given (payload, key, run_at)
      on conflict (name, key) where key is not null do update
        set failed_at = null, attempts = 0, run_at = excluded.run_at, payload = excluded.payload
        where job.failed_at is not null
      returning 1
    ) select pg_notify(${JOB_CHANNEL}, '') from written limit 1`.execute(executor);
}

/**
 * Leases due jobs, including those of dead workers, up to a maximum per name. Skips rows that are locked by other
 * workers.
 */
export async function takeDueJobs(
  executor: Executor,
  free: readonly FreeSlots[],
  { lease, now, except }: Lease,
): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    /* prepared: due jobs */ with free as (
      select * from unnest(${free.map(({ name }) => name)}::text[], ${free.map(({ slots }) => slots)}::int[],
        ${free.map(({ until }) => until)}::timestamptz[]) as given (name, slots, until)
    )
    update job set lease = ${lease}, leased_until = free.until, attempts = attempts + 1
    from free where job.name = free.name and job.id = any(array(
      select due.id from free, lateral (
        select id from job
        where name = free.name and failed_at is null and run_at <= ${now}
          and (leased_until is null or leased_until <= ${now}) and id <> all(${[...except]}::bigint[])
        order by run_at, id limit free.slots for update skip locked
      ) as due
    )) returning job.id, job.name, payload, attempts, lease`.execute(executor);
  return rows;
}

/** Returns those of the keys for which a job of this name waits or runs. */
export async function listWaitingKeys(
  executor: Executor,
  name: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from job where name = ${name} and key = any(${[...keys]}::text[]) and failed_at is null`.execute(
    executor,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Whether a job of these names was due before an instant and no worker holds it. */
export async function hasLateJob(
  executor: Executor,
  names: readonly string[],
  { now, dueBefore }: { now: Date; dueBefore: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isLate: boolean }>`
    select exists (
      select from job where name = any(${[...names]}::text[]) and failed_at is null and run_at < ${dueBefore}
        and (leased_until is null or leased_until <= ${now})
    ) as is_late`.execute(executor);
  return rows[0]!.isLate;
}

/** @returns false when another worker has the job now */
export async function renewLease(executor: Executor, { id, lease }: LeasedJob, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update job set leased_until = ${until} where id = ${id} and lease = ${lease} returning 1`.execute(executor);
  return rows.length === 1;
}

export async function deleteDoneJob(executor: Executor, { id, lease }: LeasedJob): Promise<void> {
  await sql`/* prepared: end of a job */ delete from job where id = ${id} and lease = ${lease}`.execute(executor);
}

export async function postponeJob(
  executor: Executor,
  { id, lease }: LeasedJob,
  runAt: Date,
  lastError: string,
): Promise<void> {
  await sql`update job set lease = null, leased_until = null, run_at = ${runAt}, last_error = ${lastError}
    where id = ${id} and lease = ${lease}`.execute(executor);
}

/** Releases a job without counting the attempt. */
export async function releaseJob(executor: Executor, { id, lease }: LeasedJob): Promise<void> {
  await sql`update job set lease = null, leased_until = null, attempts = attempts - 1
    where id = ${id} and lease = ${lease}`.execute(executor);
}

/** Releases a job that succeeded and runs again. Its earlier failures no longer count. */
export async function putOffJob(executor: Executor, { id, lease }: LeasedJob, runAt: Date): Promise<void> {
  await sql`update job set lease = null, leased_until = null, attempts = 0, run_at = ${runAt}, last_error = null
    where id = ${id} and lease = ${lease}`.execute(executor);
}

export async function failJob(
  executor: Executor,
  { id, lease }: LeasedJob,
  failedAt: Date,
  lastError: string,
): Promise<void> {
  await sql`update job set lease = null, leased_until = null, failed_at = ${failedAt}, last_error = ${lastError}
    where id = ${id} and lease = ${lease}`.execute(executor);
}

export async function deleteOldFailures(executor: Executor, before: Date): Promise<void> {
  await sql`delete from job where failed_at < ${before}`.execute(executor);
}

/** Jobs that are late by more than this wait for a worker that does not come. */
const OVERDUE_AFTER_MS = 60_000;

export async function countQueue(executor: Executor, now: Date): Promise<{ overdue: number; givenUp: number }> {
  const dueBefore = new Date(now.getTime() - OVERDUE_AFTER_MS);
  const { rows } = await sql<{ overdue: number; givenUp: number }>`
    select (count(*) filter (where failed_at is null and run_at < ${dueBefore}
        and (leased_until is null or leased_until < ${now})))::int as overdue,
      (count(*) filter (where failed_at is not null))::int as given_up
    from job`.execute(executor);
  return rows[0] ?? { overdue: 0, givenUp: 0 };
}

/** Makes a waiting job due at once. */
export async function hurryJob(executor: Executor, name: string, key: string, now: Date): Promise<void> {
  await sql`with hurried as (
      update job set run_at = ${now}
      where name = ${name} and key = ${key} and failed_at is null and run_at > ${now} returning 1
    ) select pg_notify(${JOB_CHANNEL}, '') from hurried`.execute(executor);
}
