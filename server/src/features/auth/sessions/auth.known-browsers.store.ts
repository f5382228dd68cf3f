import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The number that a known browser's cookie must carry; null when the account has been deleted. */
export async function findBrowserGeneration(executor: Executor, personId: string): Promise<number | null> {
  const { rows } = await sql<{ browserGeneration: number }>`
    select browser_generation from person where id = ${personId}`.execute(executor);
  return rows[0]?.browserGeneration ?? null;
}

/** Ends the cookies of all browsers that the account is known to. */
export async function forgetBrowsers(tx: Executor, personId: string): Promise<void> {
  await sql`update person set browser_generation = browser_generation + 1 where id = ${personId}`.execute(tx);
}
