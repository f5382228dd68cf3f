import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { lockDevices } from '../devices.lock.store.ts';

export interface NewAssignment {
  readonly deviceId: number;
  /** Null when the address has no account. The assignment then waits. */
  readonly accountId: string | null;
  readonly email: string;
}

/** Assigns these devices. Returns the ids of the devices that were unassigned. */
export async function insertAssignments(
  tx: Executor,
  assignments: readonly NewAssignment[],
  by: { accountId: string; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    insert into device_assignment (device_id, account_id, email, assigned_by, assigned_at, is_unseen)
    select device_id, account_id, case when account_id is null then email end, ${by.accountId}::uuid, ${by.at}::timestamptz,
      account_id is distinct from ${by.accountId}::uuid
    from unnest(${assignments.map(({ deviceId }) => deviceId)}::int[],
      ${assignments.map(({ accountId }) => accountId)}::uuid[], ${assignments.map(({ email }) => email)}::text[])
      as given (device_id, account_id, email)
    on conflict (device_id) where ended_at is null do nothing
    returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * Counts a mail for each of these addresses, which may repeat. Returns the indexes of the addresses below the limit.
 */
export async function countAssignmentMails(
  tx: Executor,
  emails: readonly string[],
  { at, after, most }: { at: Date; after: Date; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with given as (
      select email, nth, row_number() over (partition by email order by nth) as repeat
      from unnest(${[...emails]}::text[]) with ordinality as asked (email, nth)
    ), allowed as (
      select email, nth from given
      where repeat + (select count(*) from device_assignment_mail m where m.address = sha256(convert_to(given.email, 'UTF8')) and sent_at > ${after}) <= ${most}
    ), counted as (
      insert into device_assignment_mail (address, sent_at)
      select sha256(convert_to(email, 'UTF8')), ${at}::timestamptz from allowed
    )
    select nth::int - 1 as place from allowed order by nth`.execute(tx);
  return rows.map(({ place }) => place);
}

/** Returns the former users of devices pending return, by the serial in lower case. */
export async function listFormerUsers(tx: Executor, serials: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ serial: string; formerAccount: string }>`
    select lower(serial) as serial, former_account from device_taken
    where lower(serial) = any(select lower(given) from unnest(${[...serials]}::text[]) given)
      and former_account is not null`.execute(tx);
  return new Map(rows.map(({ serial, formerAccount }) => [serial, formerAccount]));
}

/** Locks the devices among these that a person registered, until commit. Returns the serials by id. */
export async function lockOwnDevices(
  tx: Executor,
  serials: readonly string[],
  accountId: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; serial: string }>`
    select id, serial from device
    where lower(serial) = any(select lower(given) from unnest(${[...serials]}::text[]) given)
      and serial = any(${[...serials]}::text[]) and registered_by = ${accountId}
    order by id for no key update`.execute(tx);
  await lockDevices(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, serial }) => [id, serial]));
}

/** Defers updates of the device table in this transaction, so that `writeList` writes all at once. */
export async function letListWait(tx: Executor): Promise<void> {
  await sql`select set_config('trace.device_list_waits', 'on', true)`.execute(tx);
}

export async function writeList(tx: Executor, deviceIds: readonly number[]): Promise<void> {
  await sql`
    select set_config('trace.device_list_waits', 'off', true), write_device_list(${[...deviceIds]}::int[])`.execute(tx);
}
