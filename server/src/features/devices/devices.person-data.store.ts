import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { AssignmentSpan } from './devices.port.ts';

export interface OwnDevice {
  readonly serialNumber: string;
  readonly nickname: string | null;
  readonly assignedAt: Date;
  readonly endedAt: Date | null;
}

/** The devices that a person is or was the user of. */
export async function listOwnAssignments(executor: Executor, accountId: string): Promise<OwnDevice[]> {
  const { rows } = await sql<OwnDevice>`
    select d.serial as serial_number, case when a.ended_at is null then d.nickname end as nickname, a.assigned_at, a.ended_at
    from device_assignment a join device d on d.id = a.device_id
    where a.account_id = ${accountId} order by a.assigned_at`.execute(executor);
  return rows;
}

/** The times in which a person was the user of a device, up to `at`. */
export async function listAssignmentSpans(executor: Executor, accountId: string, at: Date): Promise<AssignmentSpan[]> {
  const { rows } = await sql<AssignmentSpan>`
    select a.device_id, d.serial, a.assigned_at as "from", coalesce(a.ended_at, ${at}) as until
    from device_assignment a join device d on d.id = a.device_id where a.account_id = ${accountId}`.execute(executor);
  return rows;
}

/** The devices that a person registered, without the names that their users gave. */
export async function listOwnRegistrations(
  executor: Executor,
  accountId: string,
): Promise<{ serialNumber: string; nickname: string | null; registeredAt: Date }[]> {
  const isByUser = sql`exists (
    select from device_assignment a
    where a.device_id = d.id and a.account_id = d.named_by and a.account_id <> ${accountId})`;
  const { rows } = await sql<{ serialNumber: string; nickname: string | null; registeredAt: Date }>`
    select d.serial as serial_number, case when not ${isByUser} then d.nickname end as nickname, d.registered_at
    from device d where d.registered_by = ${accountId} order by d.registered_at`.execute(executor);
  return rows;
}

/**
 * Lists the devices that change with an account deletion: assigned to the person, named by the person, or registered by
 * the person without a company.
 */
export async function listIdsOf(executor: Executor, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select device_id as id from device_assignment where account_id = ${accountId} and ended_at is null
    union select id from device where named_by = ${accountId}
    union select id from device where registered_by = ${accountId} and company_id is null`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Deletes the names that a person gave to devices as their user. A name by the installer stays. */
export async function deleteOwnNames(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update device d set nickname = null, named_by = null
    where d.named_by = ${accountId} and d.registered_by <> ${accountId}
      and exists (select from device_assignment a where a.device_id = d.id and a.account_id = ${accountId})`.execute(
    executor,
  );
}

/** Ends a person's assignments. Returns the serials. */
export async function endAssignmentsOf(executor: Executor, accountId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    update device_assignment a set ended_at = ${at}, ended_by = ${accountId}
    from device d
    where d.id = a.device_id and a.account_id = ${accountId} and a.ended_at is null
    returning d.serial`.execute(executor);
  return rows.map(({ serial }) => serial);
}

/** Lists devices that only this person registered. No other person could set them up again. */
export async function listUnservicedDevices(
  executor: Executor,
  accountId: string,
): Promise<{ id: number; serial: string }[]> {
  const { rows } = await sql<{ id: number; serial: string }>`
    select d.id, d.serial from device d
    where d.registered_by = ${accountId} and d.company_id is null
      and not exists (select from device_assignment a where a.device_id = d.id and a.ended_at is null)
    order by d.id`.execute(executor);
  return rows;
}
