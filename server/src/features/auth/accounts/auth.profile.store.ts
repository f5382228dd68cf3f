import { sql } from 'kysely';
import { isUniqueViolation } from '#platform/db/database';
import type { Executor } from '#platform/db/database';

/** Returns false if another account has the address. The transaction is then aborted. */
export async function updateEmail(executor: Executor, personId: string, email: string, at: Date): Promise<boolean> {
  try {
    await sql`update person set email = ${email}, updated_at = ${at} where id = ${personId}`.execute(executor);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function findPasswordHash(executor: Executor, personId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from credential where person_id = ${personId} and provider = 'credential'`.execute(executor);
  return rows[0]?.password ?? null;
}

/** Returns the stored hash after a concurrent change of the password has committed. */
export async function lockPasswordHash(executor: Executor, personId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from credential where person_id = ${personId} and provider = 'credential' for share`.execute(
    executor,
  );
  return rows[0]?.password ?? null;
}

export async function savePassword(executor: Executor, personId: string, hash: string, at: Date): Promise<void> {
  await sql`
    insert into credential (person_id, provider, provider_person_id, password, created_at, updated_at)
    values (${personId}, 'credential', ${personId}, ${hash}, ${at}, ${at})
    on conflict (provider, provider_person_id) do update set password = excluded.password, updated_at = excluded.updated_at`.execute(
    executor,
  );
}

/** No password works until a link sets a new one. */
export async function deletePassword(executor: Executor, personId: string): Promise<void> {
  await sql`delete from credential where person_id = ${personId} and provider = 'credential'`.execute(executor);
}

/** Revokes the reset links, which must not work after a change of password or address. */
export async function deleteResets(executor: Executor, personId: string): Promise<void> {
  await sql`delete from password_reset where person_id = ${personId}`.execute(executor);
}
