import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly timeZone: string;
}

export interface ProfileRow extends PersonRow {
  readonly phone: string | null;
  readonly businessName: string | null;
  readonly createdAt: Date;
}

export type ProfileValues = Partial<Pick<ProfileRow, 'firstName' | 'lastName' | 'phone' | 'businessName' | 'timeZone'>>;

/** @param email normalised */
export async function findPersonByEmail(executor: Executor, email: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select id, email, first_name, last_name, role, time_zone from person where email = ${email}`.execute(executor);
  return rows[0];
}

/** Locks rows in the order of their addresses, so that two transactions that lock several never deadlock. */
export async function lockPersonsByEmail(tx: Executor, emails: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select id, email, first_name, last_name, role, time_zone from person
    where email = any(${[...emails]}::text[]) and email_verified order by email for share`.execute(tx);
  return rows;
}

/** Returns the accounts with these confirmed addresses. */
export async function listConfirmed(
  executor: Executor,
  emails: readonly string[],
): Promise<Pick<PersonRow, 'id' | 'email' | 'firstName'>[]> {
  const { rows } = await sql<Pick<PersonRow, 'id' | 'email' | 'firstName'>>`
    /* prepared: confirmed addresses */ select id, email, first_name from person
    where email = any(${[...emails]}::text[]) and email_verified`.execute(executor);
  return rows;
}

export async function listPersons(executor: Executor, ids: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    /* prepared: accounts */ select id, email, first_name, last_name, role, time_zone
    from person where id = any(${[...ids]}::uuid[])`.execute(executor);
  return rows;
}

export async function listAllIds(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from person`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Finds accounts whose name or email contains the text. */
export async function listPersonIds(
  executor: Executor,
  text: string,
  { isStaff, limit }: { isStaff: boolean; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from person
    where lower(' ' || first_name || ' ' || last_name || ' ' || email) like ${containing(text)} and (not ${isStaff}::boolean or role = 'staff')
    limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function findProfile(executor: Executor, personId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select id, email, role, first_name, last_name, phone, business_name, time_zone, created_at
    from person where id = ${personId}`.execute(executor);
  return rows[0];
}

/** False when the person has been deleted. */
export async function lockPerson(tx: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql`select id from person where id = ${personId} for update`.execute(tx);
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
