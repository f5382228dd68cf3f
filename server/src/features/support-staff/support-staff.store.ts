import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

export interface StaffRow {
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly isInvited: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const selectStaff = sql`
  select t.account_id as id, p.first_name || ' ' || p.last_name as full_name, p.email, t.is_active, t.is_admin,
    not exists (select from credential c where c.person_id = p.id and c.password is not null) as is_invited,
    t.created_at, t.updated_at
  from support_staff t join person p on p.id = t.account_id`;

/** Staff, newest first, behind the account `after`. */
export async function listStaff(
  executor: Executor,
  { search, after, limit }: { search: string; after: string | null; limit: number },
): Promise<StaffRow[]> {
  const pattern = containing(search);
  const { rows } = await sql<StaffRow>`
    ${selectStaff}
    where (p.first_name || ' ' || p.last_name ilike ${pattern} or p.email ilike ${pattern})
      and (${after}::uuid is null or (t.created_at, t.account_id) <
        (select created_at, account_id from support_staff where account_id = ${after}))
    order by t.created_at desc, t.account_id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function findStaff(executor: Executor, accountId: string): Promise<StaffRow | null> {
  const { rows } = await sql<StaffRow>`${selectStaff} where t.account_id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/**
 * Locks the active admins until commit and returns their ids. Concurrent changes of admins run one after the other, and
 * each sees the result of the one before.
 */
export async function lockActiveAdmins(tx: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from support_staff where is_active and is_admin
    order by account_id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks a staff member until commit. Returns null if there is none. */
export async function lockStaff(
  tx: Executor,
  accountId: string,
): Promise<Pick<StaffRow, 'isActive' | 'isAdmin'> | null> {
  const { rows } = await sql<Pick<StaffRow, 'isActive' | 'isAdmin'>>`
    select is_active, is_admin from support_staff where account_id = ${accountId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Locks active staff until commit against a deactivation. Returns false for other accounts. */
export async function lockActive(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from support_staff where account_id = ${accountId} and is_active for share`.execute(tx);
  return rows.length > 0;
}

export async function updateStaff(
  tx: Executor,
  accountId: string,
  { isActive, isAdmin, at }: { isActive: boolean; isAdmin: boolean; at: Date },
): Promise<void> {
  await sql`
    update support_staff set is_active = ${isActive}, is_admin = ${isAdmin}, updated_at = ${at}
    where account_id = ${accountId}`.execute(tx);
}

/** Whether the address belongs to active staff. @param email normalised */
export async function isActiveStaff(executor: Executor, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from support_staff t join person p on p.id = t.account_id
    where p.email = ${email} and t.is_active`.execute(executor);
  return rows.length === 1;
}

/** Without invited staff who have not set a password: their address may be mistyped. */
export async function listActiveStaffIds(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from support_staff t
    where is_active and exists (select from credential c where c.person_id = t.account_id and c.password is not null)
    order by created_at, account_id`.execute(executor);
  return rows.map(({ id }) => id);
}
