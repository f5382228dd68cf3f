import { sql } from 'kysely';
import { isUniqueViolation } from '#platform/db/database';
import type { Executor } from '#platform/db/database';

export interface ProfileRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly businessName: string | null;
  readonly timeZone: string;
  readonly createdAt: Date;
}

export type ProfileValues = Partial<Pick<ProfileRow, 'firstName' | 'lastName' | 'phone' | 'businessName' | 'timeZone'>>;

export async function findProfile(executor: Executor, personId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select id, email, role, first_name, last_name, phone, business_name, time_zone, created_at
    from person where id = ${personId}`.execute(executor);
  return rows[0];
}

/** Holds a person until the end of the transaction: whatever refers to them waits. False when they are gone. */
export async function holdPerson(executor: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql`select id from person where id = ${personId} for update`.execute(executor);
  return rows.length === 1;
}

export async function updateProfile(
  executor: Executor,
  personId: string,
  values: ProfileValues,
  at: Date,
): Promise<void> {
  await sql`
    update person set
      first_name = coalesce(${values.firstName ?? null}, first_name),
      last_name = coalesce(${values.lastName ?? null}, last_name),
      phone = case when ${values.phone !== undefined} then ${values.phone ?? null} else phone end,
      business_name = coalesce(${values.businessName ?? null}, business_name),
      time_zone = coalesce(${values.timeZone ?? null}, time_zone),
      updated_at = ${at}
    where id = ${personId}`.execute(executor);
}

/** False when somebody has the address; the transaction is then over. */
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

export async function savePassword(executor: Executor, personId: string, hash: string, at: Date): Promise<void> {
  await sql`
    insert into credential (person_id, provider, provider_person_id, password, created_at, updated_at)
    values (${personId}, 'credential', ${personId}, ${hash}, ${at}, ${at})
    on conflict (provider, provider_person_id) do update set password = excluded.password, updated_at = excluded.updated_at`.execute(
    executor,
  );
}

/** Links of a forgotten password lead nowhere once the password or the address is another one. */
export async function deleteResets(executor: Executor, personId: string): Promise<void> {
  await sql`delete from password_reset where person_id = ${personId}`.execute(executor);
}
