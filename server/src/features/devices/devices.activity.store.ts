import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

/** The newest events since an instant, optionally of matching devices and people. */
export interface ActivityFilter {
  readonly since: Date;
  readonly limit: number;
  /** Part of a serial number, a name or a waiting address, or one of these accounts. Null: all events. */
  readonly search: { readonly text: string; readonly accountIds: readonly string[] } | null;
}

export interface RegistrationRow {
  readonly serial: string;
  readonly nickname: string | null;
  readonly byId: string;
  readonly at: Date;
}

export interface AssignmentRow extends RegistrationRow {
  /** Null while the assignment waits for an address. */
  readonly userId: string | null;
  readonly waitingEmail: string | null;
}

export async function listNewestRegistrations(
  executor: Executor,
  { since, limit, search }: ActivityFilter,
): Promise<RegistrationRow[]> {
  const matches =
    search === null
      ? sql`true`
      : sql`(lower(d.serial) like ${containing(search.text)} or lower(d.nickname) like ${containing(search.text)}
          or d.registered_by = any(${[...search.accountIds]}::uuid[]))`;
  const { rows } = await sql<RegistrationRow>`
    select d.serial, d.nickname, d.registered_by as by_id, d.registered_at as at from device d
    where d.registered_at >= ${since} and ${matches} order by d.registered_at desc, d.id desc limit ${limit}`.execute(
    executor,
  );
  return rows;
}

export async function listNewestAssignments(
  executor: Executor,
  { since, limit, search }: ActivityFilter,
): Promise<AssignmentRow[]> {
  const matches =
    search === null
      ? sql`true`
      : sql`(lower(d.serial) like ${containing(search.text)} or lower(d.nickname) like ${containing(search.text)}
          or lower(a.email) like ${containing(search.text)} or a.account_id = any(${[...search.accountIds]}::uuid[])
          or a.assigned_by = any(${[...search.accountIds]}::uuid[]))`;
  const { rows } = await sql<AssignmentRow>`
    select d.serial, d.nickname, a.assigned_by as by_id, a.assigned_at as at, a.account_id as user_id,
      a.email as waiting_email
    from device_assignment a join device d on d.id = a.device_id
    where a.assigned_at >= ${since} and ${matches} order by a.assigned_at desc, a.id desc limit ${limit}`.execute(
    executor,
  );
  return rows;
}
