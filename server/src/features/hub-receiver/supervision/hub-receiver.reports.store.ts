import { sql } from 'kysely';
import type { ReportingProblem } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { Executor } from '#platform/db/database';

/** A frame that was taken. */
export interface Report {
  readonly accountId: string;
  readonly at: Date;
  /** Null: taken as it came. */
  readonly problem: ReportingProblem | null;
  /** A report without an event was refused for its time. */
  readonly isTimeRefused: boolean;
  /** The time of the frame is right, so the hub works now. */
  readonly isAlive: boolean;
}

/** Saves the last report of each account. Returns the accounts that were silent. */
export async function saveReports(executor: Executor, reports: readonly Report[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; isSilent: boolean }>`
    with n as (
      select * from unnest(${reports.map(({ accountId }) => accountId)}::uuid[],
        ${reports.map(({ at }) => at)}::timestamptz[], ${reports.map(({ problem }) => problem)}::text[],
        ${reports.map(({ isTimeRefused }) => isTimeRefused)}::boolean[],
        ${reports.map(({ isAlive }) => isAlive)}::boolean[]) as n (id, at, problem, is_time_refused, is_alive)
    ), locked as (
      -- In one order, so that two processes cannot deadlock.
      select a.id from hub_receiver_account a where a.id = any(select id from n) order by a.id for update
    )
    update hub_receiver_account a set
      last_report_at = case when n.is_alive then greatest(a.last_report_at, n.at) else a.last_report_at end, problem = n.problem,
      problem_at = case when n.problem is not null then n.at end,
      time_refused_at = case when n.is_time_refused then n.at else a.time_refused_at end
    from n join locked on locked.id = n.id where a.id = n.id
    returning a.id, (a.silent_since is not null and n.is_alive) as is_silent`.execute(executor);
  return rows.filter(({ isSilent }) => isSilent).map(({ id }) => id);
}

/** Returns the device of an account that was silent until now, or null. */
export async function endSilence(tx: Executor, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ deviceId: number }>`
    update hub_receiver_account set silent_since = null where id = ${accountId} and silent_since is not null
    returning device_id`.execute(tx);
  return rows[0]?.deviceId ?? null;
}

export interface SilentHub {
  readonly deviceId: number;
  readonly silentSince: Date;
}

/**
 * Marks hubs that have not reported for too long. Silence from before `listeningSince` does not count, because the
 * server could not hear them.
 */
export async function markSilent(
  tx: Executor,
  { now, listeningSince, missedReports, leastSec, limit }: Silence,
): Promise<SilentHub[]> {
  const { rows } = await sql<SilentHub>`
    update hub_receiver_account set silent_since = last_report_at where id in (
      select id from hub_receiver_account
      where silent_since is null and last_report_at is not null
        and greatest(last_report_at, ${listeningSince}) <
          ${now}::timestamptz - make_interval(secs => greatest(supervision_sec * ${missedReports}::int, ${leastSec}::int))
      order by last_report_at limit ${limit} for update skip locked)
    returning device_id, silent_since`.execute(tx);
  return rows;
}

export interface Silence {
  readonly now: Date;
  readonly listeningSince: Date;
  readonly missedReports: number;
  readonly leastSec: number;
  readonly limit: number;
}
