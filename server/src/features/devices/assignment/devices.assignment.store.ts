import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { writeProblemOf } from '#platform/db/errors';
import type { LastAssignment } from '../devices.port.ts';

/**
 * Assigns a device to an account, or stores a waiting assignment for an address. Returns false when the device is
 * already assigned.
 */
export async function insertAssignment(
  tx: Executor,
  assignment: {
    deviceId: number;
    accountId: string | null;
    email: string | null;
    assignedBy: string;
    at: Date;
    isUnseen: boolean;
  },
): Promise<boolean> {
  const { deviceId, accountId, email, assignedBy, at, isUnseen } = assignment;
  const { rows } = await sql`
    insert into device_assignment (device_id, account_id, email, assigned_by, assigned_at, is_unseen)
    values (${deviceId}, ${accountId}, ${email}, ${assignedBy}, ${at}, ${isUnseen})
    on conflict (device_id) where ended_at is null do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * Deletes the names of devices that are assigned to another account or address than the former user's who gave the
 * name. Such a name can tell of that person. A name by the installer stays.
 */
export async function deleteFormerNames(
  tx: Executor,
  assigned: readonly { readonly deviceId: number; readonly accountId: string | null }[],
): Promise<void> {
  await sql`
    update device d set nickname = null, named_by = null
    from unnest(${assigned.map(({ deviceId }) => deviceId)}::int[], ${assigned.map(({ accountId }) => accountId)}::uuid[])
      as given (device_id, account_id)
    where d.id = given.device_id and d.named_by is distinct from given.account_id and d.named_by <> d.registered_by
      and exists (select from device_assignment a where a.device_id = d.id and a.account_id = d.named_by)`.execute(tx);
}

/** Deletes a waiting assignment. Returns false when there is none, or when the assignment just took effect. */
export async function deleteWaiting(tx: Executor, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from device_assignment where device_id = ${deviceId} and account_id is null returning id`.execute(tx);
  return rows.length === 1;
}

/** Stores that a user has seen all assigned devices. Returns the devices that were new to the user. */
export async function markAssignmentsSeen(
  tx: Executor,
  accountId: string,
): Promise<{ deviceId: number; serial: string }[]> {
  const { rows } = await sql<{ deviceId: number; serial: string }>`
    update device_assignment a set is_unseen = false
    from device d
    where d.id = a.device_id and a.id = any(array(
      select id from device_assignment where account_id = ${accountId} and ended_at is null and is_unseen
      order by id for update))
    returning a.device_id, d.serial`.execute(tx);
  return rows;
}

/** Ends the assignment to this account. Returns false without such an assignment (any more). */
export async function endAssignmentTo(
  tx: Executor,
  { deviceId, accountId, endedBy, at }: { deviceId: number; accountId: string; endedBy: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update device_assignment set ended_at = ${at}, ended_by = ${endedBy}
    where device_id = ${deviceId} and account_id = ${accountId} and ended_at is null
    returning id`.execute(tx);
  return rows.length === 1;
}

/** The last assignment of each device to an account. A waiting assignment has no account. */
export async function listLastAssignments(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, LastAssignment>> {
  const { rows } = await sql<LastAssignment & { deviceId: number }>`
    /* prepared: last assignments of devices */ select distinct on (device_id) device_id, account_id, assigned_at as "from", ended_at as until
    from device_assignment where device_id = any(${[...deviceIds]}::int[]) and account_id is not null
    order by device_id, ended_at desc nulls first`.execute(executor);
  return new Map(rows.map(({ deviceId, ...assignment }) => [deviceId, assignment]));
}

/** The devices that wait for an address. */
export async function listWaitingFor(tx: Executor, email: string): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from device_assignment where email = ${email} and account_id is null`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/** Gives the waiting assignments of these devices for this address to the account. Returns the serials. */
export async function giveWaiting(
  tx: Executor,
  deviceIds: readonly number[],
  { email, accountId, at }: { email: string; accountId: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    update device_assignment a set account_id = ${accountId}, email = null, assigned_at = ${at}, looked_at = null,
      is_unseen = true
    from device d
    where d.id = a.device_id and d.id = any(${[...deviceIds]}::int[]) and a.email = ${email} and a.account_id is null
    returning d.serial`.execute(tx);
  return rows.map(({ serial }) => serial);
}

/**
 * Returns addresses with waiting assignments that were not checked since `before`, the longest first, and marks these
 * as checked now.
 */
export async function takeUnlooked(tx: Executor, before: Date, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    update device_assignment set looked_at = ${at}
    where id in (
      select id from device_assignment
      where account_id is null and (looked_at is null or looked_at <= ${before})
      order by looked_at nulls first limit ${limit} for update skip locked)
    returning email`.execute(tx);
  return [...new Set(rows.map(({ email }) => email))];
}

/** Counts a mail to an address. Returns false when the limit since `after` is reached. */
export async function countAssignmentMail(
  tx: Executor,
  { email, at, after, most }: { email: string; at: Date; after: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into device_assignment_mail (address, sent_at)
    select a.address, ${at}::timestamptz from (select sha256(convert_to(${email}, 'UTF8')) as address) a
    where (select count(*) from device_assignment_mail m where m.address = a.address and sent_at > ${after}) < ${most}
    returning id`.execute(tx);
  return rows.length === 1;
}

export async function deleteMailCountsBefore(executor: Executor, before: Date, limit: number): Promise<void> {
  await sql`
    delete from device_assignment_mail where id in (
      select id from device_assignment_mail where sent_at <= ${before} limit ${limit} for update skip locked)`.execute(
    executor,
  );
}

/** Returns whether a statement failed because nothing can be written now, such as a full disk or a standby database. */
export const isWriteRefused = (error: unknown): boolean => writeProblemOf(error) !== null;
