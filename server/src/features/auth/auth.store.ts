import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly timeZone: string;
}

export type NewPerson = Omit<PersonRow, 'id'>;

/** Returns the new id, or undefined if another account has the email. */
export async function insertPerson(executor: Executor, person: NewPerson, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into person (email, email_verified, first_name, last_name, role, time_zone, created_at, updated_at)
    values (${person.email}, true, ${person.firstName}, ${person.lastName}, ${person.role}::person_role,
      ${person.timeZone}, ${at}, ${at})
    on conflict (email) do nothing
    returning id`.execute(executor);
  return rows[0]?.id;
}

/** Stores the password in the format of the identity library, whose provider 'credential' is a password. */
export async function insertPassword(executor: Executor, personId: string, hash: string, at: Date): Promise<void> {
  await sql`
    insert into credential (person_id, provider, provider_person_id, password, created_at, updated_at)
    values (${personId}, 'credential', ${personId}, ${hash}, ${at}, ${at})`.execute(executor);
}

export async function findPersonById(executor: Executor, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select id, email, first_name, last_name, role, time_zone from person where id = ${id}`.execute(executor);
  return rows[0];
}

/** @param email normalised */
export async function findPersonByEmail(executor: Executor, email: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select id, email, first_name, last_name, role, time_zone from person where email = ${email}`.execute(executor);
  return rows[0];
}
