import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The number that a known browser's cookie must carry; null when the account has been deleted. */
export async function findBrowserGeneration(executor: Executor, personId: string): Promise<number | null> {
  const { rows } = await sql<{ browserGeneration: number }>`
    select browser_generation from person where id = ${personId}`.execute(executor);
  return rows[0]?.browserGeneration ?? null;
}

/** Remembers that a browser is known to the account; returns the number that its cookie must carry. */
export async function knowBrowser(executor: Executor, personId: string): Promise<number | null> {
  const { rows } = await sql<{ browserGeneration: number }>`
    update person set has_known_browser = true where id = ${personId} returning browser_generation`.execute(executor);
  return rows[0]?.browserGeneration ?? null;
}

/** Returns true if some browser has ever been known to the account. */
export async function hasKnownBrowser(executor: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql<{ hasKnownBrowser: boolean }>`
    select has_known_browser from person where id = ${personId}`.execute(executor);
  return rows[0]?.hasKnownBrowser ?? false;
}

/** Ends the cookies of all browsers that the account is known to. */
export async function forgetBrowsers(tx: Executor, personId: string): Promise<void> {
  await sql`update person set browser_generation = browser_generation + 1 where id = ${personId}`.execute(tx);
}
