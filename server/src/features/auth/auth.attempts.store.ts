import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface AttemptWindow {
  readonly tries: number;
  readonly endsAt: Date;
}

/** Counts an attempt in a single statement, so that concurrent attempts cannot race. An expired window starts again. */
export async function countAttempt(executor: Executor, key: string, now: Date, endsAt: Date): Promise<AttemptWindow> {
  const { rows } = await sql<AttemptWindow>`
    insert into sign_in_attempt as known (key, tries, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      tries = case when known.ends_at <= ${now} then 1 else known.tries + 1 end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    returning tries, ends_at`.execute(executor);
  const [row] = rows;
  if (row === undefined) throw new Error('a try was not counted');
  return row;
}

export async function giveBackAttempts(executor: Executor, keys: readonly string[]): Promise<void> {
  await sql`
    update sign_in_attempt set tries = tries - 1 where key = any(${[...keys]}) and tries > 0`.execute(executor);
}

export async function deleteAttemptsOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from sign_in_attempt where key = any(array(
      select key from sign_in_attempt where ends_at <= ${now}
      limit ${limit} for update skip locked))`.execute(executor);
}
