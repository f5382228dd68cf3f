import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ActivityRow {
  readonly action: string;
  readonly at: Date;
  readonly address: string;
  readonly userAgent: string;
}

export async function listActivityOf(executor: Executor, personId: string, limit: number): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select action, created_at as at, ip_address as address, user_agent from user_activity_logs
    where account_id = ${personId} order by created_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export interface KeptPasskey {
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export async function listPasskeysOf(executor: Executor, personId: string): Promise<KeptPasskey[]> {
  const { rows } = await sql<KeptPasskey>`
    select name, created_at, last_used_at from passkey where person_id = ${personId} order by created_at`.execute(
    executor,
  );
  return rows;
}

export async function findTermsAcceptedAt(executor: Executor, personId: string): Promise<Date | null> {
  const { rows } = await sql<{ termsAcceptedAt: Date | null }>`
    select terms_accepted_at from person where id = ${personId}`.execute(executor);
  return rows[0]?.termsAcceptedAt ?? null;
}

export async function findSecondFactorSince(executor: Executor, personId: string): Promise<Date | null> {
  const { rows } = await sql<{ confirmedAt: Date | null }>`
    select confirmed_at from second_factor where person_id = ${personId}`.execute(executor);
  return rows[0]?.confirmedAt ?? null;
}

/** Returns the email address of a user and the earlier ones that no other account has by now. */
export async function listOwnEmails(executor: Executor, personId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from person where id = ${personId}
    union select l.user_email from user_activity_logs l where l.account_id = ${personId}
      and not exists (select from person p where p.email = l.user_email and p.id <> ${personId})`.execute(executor);
  return rows.map(({ email }) => email);
}

/** The entries stay but no longer identify the user. */
export async function pseudonymiseActivity(
  executor: Executor,
  personId: string,
  emails: readonly string[],
): Promise<void> {
  await sql`
    update user_activity_logs
    set user_email = 'deleted account', ip_address = 'removed', user_agent = 'removed'
    where account_id = ${personId} or user_email = any(${[...emails]}::text[])`.execute(executor);
}

/**
 * Deletes every other trace of a user. Sessions, credentials and other rows of the person are deleted with the person.
 */
export async function deletePerson(
  executor: Executor,
  { personId, email, emails }: { personId: string; email: string; emails: readonly string[] },
): Promise<void> {
  // A key ends with the address. An address that ends with this one belongs to another person.
  await sql`
    delete from sign_in_attempt using unnest(${[...emails]}::text[]) as own (email)
    where right(key, length(own.email) + 1) = ' ' || own.email`.execute(executor);
  await sql`delete from verification where position(${email} in identifier) > 0 or position(${email} in value) > 0`.execute(
    executor,
  );
  await sql`delete from sign_up where email = ${email}`.execute(executor);
  await sql`delete from person where id = ${personId}`.execute(executor);
}

/** RET-02: deletes sign-ins and sign-outs from before an instant. */
export async function deleteOldActivity(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from user_activity_logs where id in (
      select id from user_activity_logs where created_at < ${before} order by created_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
