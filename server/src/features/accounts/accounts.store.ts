import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface EmailChange {
  readonly email: string;
  readonly codeFingerprint: string;
}

/** Upserts the change: a newer change replaces the pending change. */
export async function saveEmailChange(
  executor: Executor,
  accountId: string,
  change: EmailChange & { triesLeft: number; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into email_change (account_id, email, code_fingerprint, tries_left, expires_at, created_at)
    values (${accountId}, ${change.email}, ${change.codeFingerprint}, ${change.triesLeft}, ${change.expiresAt}, ${change.at})
    on conflict (account_id) do update set
      email = excluded.email, code_fingerprint = excluded.code_fingerprint, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, created_at = excluded.created_at`.execute(executor);
}

/** Returns the new address that still awaits confirmation by code. */
export async function findWaitingEmail(executor: Executor, accountId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from email_change
    where account_id = ${accountId} and tries_left > 0 and expires_at > ${now}`.execute(executor);
  return rows[0]?.email ?? null;
}

/** Uses one try of the pending change. Returns undefined if no change is pending or no tries are left. */
export async function takeTry(executor: Executor, accountId: string, now: Date): Promise<EmailChange | undefined> {
  const { rows } = await sql<EmailChange>`
    update email_change set tries_left = tries_left - 1
    where account_id = ${accountId} and tries_left > 0 and expires_at > ${now}
    returning email, code_fingerprint`.execute(executor);
  return rows[0];
}

/** Returns true for exactly one of several concurrent callers that complete the same change. */
export async function deleteEmailChange(executor: Executor, accountId: string, change: EmailChange): Promise<boolean> {
  const { rows } = await sql`
    delete from email_change
    where account_id = ${accountId} and email = ${change.email} and code_fingerprint = ${change.codeFingerprint}
    returning account_id`.execute(executor);
  return rows.length === 1;
}

export async function deleteEmailChanges(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from email_change where account_id = ${accountId}`.execute(executor);
}

export async function deleteExpiredEmailChanges(executor: Executor, now: Date): Promise<void> {
  await sql`delete from email_change where expires_at <= ${now}`.execute(executor);
}
