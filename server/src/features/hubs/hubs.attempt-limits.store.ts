import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface TryWindow {
  readonly tries: number;
  readonly windowEndsAt: Date;
  readonly pausedUntil: Date | null;
}

/** Counts a try in a single statement. An expired window starts anew. */
export async function countTry(executor: Executor, key: string, now: Date, endsAt: Date): Promise<TryWindow> {
  const { rows } = await sql<TryWindow>`
    insert into hub_try as known (key, tries, window_ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      tries = case when known.window_ends_at <= ${now} then 1 else known.tries + 1 end,
      window_ends_at = case when known.window_ends_at <= ${now} then excluded.window_ends_at else known.window_ends_at end
    returning tries, window_ends_at, paused_until`.execute(executor);
  return rows[0]!;
}

export async function giveBackTry(executor: Executor, key: string): Promise<void> {
  await sql`update hub_try set tries = tries - 1 where key = ${key} and tries > 0`.execute(executor);
}

/** Counts a failure; failures before `forgetBefore` do not count any more. Answers how many there are. */
export async function countFailure(executor: Executor, key: string, now: Date, forgetBefore: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update hub_try set
      failures = case when failed_at > ${forgetBefore} then failures + 1 else 1 end,
      failed_at = ${now}
    where key = ${key} returning failures`.execute(executor);
  return rows[0]?.failures ?? 0;
}

export async function setPause(executor: Executor, key: string, until: Date): Promise<void> {
  await sql`update hub_try set paused_until = greatest(paused_until, ${until}::timestamptz) where key = ${key}`.execute(
    executor,
  );
}

export async function deleteOldTries(executor: Executor, endedBefore: Date, limit: number): Promise<void> {
  await sql`
    delete from hub_try where key in (
      select key from hub_try where window_ends_at <= ${endedBefore} limit ${limit} for update skip locked)`.execute(
    executor,
  );
}

export async function deleteTriesOf(executor: Executor, key: string): Promise<void> {
  await sql`delete from hub_try where key = ${key}`.execute(executor);
}
