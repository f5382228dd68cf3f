import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface MovedDevice {
  readonly id: number;
  readonly serial: string;
}

/** IDEV-09: moves the devices to the other person, who sees only positions from now on (law 6). */
export async function updateRegistrant(
  tx: Executor,
  { companyId, from, to, at }: { companyId: string; from: string; to: string; at: Date },
): Promise<MovedDevice[]> {
  await sql`
    select hold_devices(array(select id from device where company_id = ${companyId} and registered_by = ${from}))`.execute(
    tx,
  );
  const { rows } = await sql<MovedDevice>`
    update device set registered_by = ${to}, seen_since = ${at}
    where company_id = ${companyId} and registered_by = ${from}
    returning id, serial`.execute(tx);
  return rows;
}

/** COMP-06: moves the devices of a company that none of its members registered, as `updateRegistrant` does. */
export async function updateDepartedRegistrants(
  tx: Executor,
  { companyId, members, to, at }: { companyId: string; members: readonly string[]; to: string; at: Date },
): Promise<MovedDevice[]> {
  const departed = sql`company_id = ${companyId} and registered_by <> all(${[...members]}::uuid[])`;
  await sql`select hold_devices(array(select id from device where ${departed}))`.execute(tx);
  const { rows } = await sql<MovedDevice>`
    update device set registered_by = ${to}, seen_since = ${at} where ${departed} returning id, serial`.execute(tx);
  return rows;
}

/** REG-10: moves the devices that the person registered outside any company to this company. */
export async function updateCompanyOfOwn(tx: Executor, companyId: string, accountId: string): Promise<MovedDevice[]> {
  await sql`
    select hold_devices(array(select id from device where registered_by = ${accountId} and company_id is null))`.execute(
    tx,
  );
  const { rows } = await sql<MovedDevice>`
    update device set company_id = ${companyId} where registered_by = ${accountId} and company_id is null
    returning id, serial`.execute(tx);
  return rows;
}

export async function countOutside(executor: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device where registered_by = ${accountId} and company_id is null`.execute(
    executor,
  );
  return rows[0]!.count;
}

/** The users of these devices, and how each device is called. */
export async function listUsersOf(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<{ accountId: string; serial: string; nickname: string | null }[]> {
  const { rows } = await sql<{ accountId: string; serial: string; nickname: string | null }>`
    select a.account_id, d.serial, d.nickname from device_assignment a join device d on d.id = a.device_id
    where a.device_id = any(${[...deviceIds]}::int[]) and a.ended_at is null and a.account_id is not null
    order by d.id`.execute(executor);
  return rows;
}
