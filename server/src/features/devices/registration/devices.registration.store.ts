import { sql } from 'kysely';
import { isMissingReference, type Executor } from '#platform/db/database';
import { lockDevices } from '../devices.lock.store.ts';

/** Told to every server process: a serial was registered or removed. The payload is the serial. */
export const REGISTRATION_CHANNEL = 'device_registration';

export interface Registration {
  serial: string;
  registeredBy: string;
  registeredAt: Date;
  companyId: string | null;
}

/** Lists the devices of these serials, in any letter case. */
export async function listRegistrations(executor: Executor, serials: readonly string[]): Promise<Registration[]> {
  const { rows } = await sql<Registration>`
    select serial, registered_by, registered_at, company_id from device
    where lower(serial) = any(select lower(given) from unnest(${[...serials]}::text[]) given)`.execute(executor);
  return rows;
}

export interface NewDevice {
  serial: string;
  nickname: string | null;
  registrationId?: string | null;
}

/** Registers devices. A serial already registered in any letter case is missing in the result. */
export async function insertDevices(
  tx: Executor,
  devices: readonly NewDevice[],
  by: { accountId: string; companyId: string | null; at: Date },
): Promise<Map<string, number>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<{ id: number; serial: string }>`
    insert into device (serial, nickname, registration_id, company_id, registered_by, registered_at)
    select serial, nickname, registration_id, ${by.companyId}::uuid, ${by.accountId}::uuid, ${by.at}::timestamptz
    from unnest(${devices.map(({ serial }) => serial)}::text[], ${devices.map(({ nickname }) => nickname)}::text[],
      ${devices.map(({ registrationId }) => registrationId ?? null)}::uuid[])
      as given (serial, nickname, registration_id)
    order by lower(serial)
    on conflict do nothing
    returning id, serial`.execute(tx);
  return new Map(rows.map(({ id, serial }) => [serial, id]));
}

/** The serial that a person registered under an id of their own, or null. */
export async function findOwnRegistration(
  tx: Executor,
  accountId: string,
  registrationId: string,
): Promise<string | null> {
  const { rows } = await sql<{ serial: string }>`
    select serial from device where registered_by = ${accountId} and registration_id = ${registrationId}`.execute(tx);
  return rows[0]?.serial ?? null;
}

/** Returns whether a device could not be stored because the company was just deleted. */
export const isCompanyGone = (error: unknown): boolean => isMissingReference(error, 'device_company');

export async function updateNickname(
  tx: Executor,
  id: number,
  { nickname, namedBy }: { nickname: string | null; namedBy: string },
): Promise<void> {
  await sql`update device set nickname = ${nickname}, named_by = ${namedBy} where id = ${id}`.execute(tx);
}

export async function deleteDevices(tx: Executor, ids: readonly number[]): Promise<void> {
  await lockDevices(tx, ids);
  await sql`delete from device where id = any(${[...ids]}::int[])`.execute(tx);
}

/** Notifies every process when, and only if, the transaction commits. */
export async function notifyRegistration(tx: Executor, serials: readonly string[]): Promise<void> {
  await sql`select pg_notify(${REGISTRATION_CHANNEL}, serial) from unnest(${[...serials]}::text[]) serial`.execute(tx);
}

export interface EntryInAnyCase {
  serial: string;
  needsClaimCode: boolean;
}

/** Lists the registry entries of these serials, in any letter case. */
export async function listEntries(executor: Executor, serials: readonly string[]): Promise<EntryInAnyCase[]> {
  const { rows } = await sql<EntryInAnyCase>`
    select serial, claim_hash is not null as needs_claim_code from device_registry
    where lower(serial) = any(select lower(given) from unnest(${[...serials]}::text[]) given)`.execute(executor);
  return rows;
}
