import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface DeviceRow {
  id: number;
  serial: string;
  nickname: string | null;
  hubId: string | null;
  companyId: string | null;
  registeredBy: string;
  registeredAt: Date;
  /** The device's user. Null without a user, and while an assignment waits. */
  assignedTo: string | null;
  assignedAt: Date | null;
  /** The address that an assignment waits for. */
  waitsFor: string | null;
  /** True while the device is pending return: taken from the user and not given back. */
  isTaken: boolean;
  /** The former user. Null also when the account was deleted or the assignment never took effect. */
  takenFrom: string | null;
  /** True when the device has a user, an assignment waits, or the device is pending return (authorization.md, a). */
  countsAsAssigned: boolean;
  /** True while the user of the device has not seen the assignment. */
  isUnseen: boolean;
  /** Since when the installer sees positions, if later than the registration (law 6). */
  unassignedAt: Date | null;
  /** IDEV-10: the serial of the replacement. Null while the device is in use. */
  replacedBy: string | null;
  /** Where the device stands in the list of `listDevicesOf`. */
  listPosition: string;
}

const factColumns = sql`
  d.id, d.serial, d.nickname, d.registered_by, d.registered_at, d.company_id, a.account_id as assigned_to, a.assigned_at,
  d.replaced_by, a.email as waits_for, coalesce(a.is_unseen, false) as is_unseen, t.id is not null as is_taken, t.former_account as taken_from,
  a.id is not null or t.id is not null as counts_as_assigned,
  greatest((select max(ended_at) from device_assignment e where e.device_id = d.id), d.seen_since) as unassigned_at`;

/** The sort key of a device in a person's list: the name, then the serial for equal names. */
const listPosition = sql`lower(coalesce(d.nickname, d.serial)) || ' ' || d.serial`;

const columns = sql`${factColumns}, d.hub_id, ${listPosition} as list_position`;

const fromDevices = sql`
  device d left join device_assignment a on a.device_id = d.id and a.ended_at is null
  left join device_taken t on lower(t.serial) = lower(d.serial)`;

export async function findDevice(executor: Executor, serial: string): Promise<DeviceRow | null> {
  const { rows } =
    await sql<DeviceRow>`select ${columns} from ${fromDevices} where lower(d.serial) = lower(${serial}) and d.serial = ${serial}`.execute(
      executor,
    );
  return rows[0] ?? null;
}

/** The devices in a person's list: devices used and devices serviced by the person. */
export interface Scope {
  readonly accountId: string;
  readonly companyId: string | null;
  /** Registrants whose devices without a company belong to the company. */
  readonly registrants: readonly string[];
}

/** The devices of a person, by name. */
export async function listDevicesOf(
  executor: Executor,
  { accountId, companyId, registrants }: Scope,
  after: string,
  limit: number,
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select ${columns} from ${fromDevices}
    where d.id in (
        select device_id from device_assignment where account_id = ${accountId} and ended_at is null
        union all select id from device where company_id = ${companyId}::uuid
        union all select id from device where company_id is null and registered_by = any(${[...registrants]}::uuid[]))
      and ${listPosition} > ${after}
    order by ${listPosition}
    limit ${limit}`.execute(executor);
  return rows;
}

export async function listDeviceIds(
  executor: Executor,
  serials: readonly string[],
): Promise<{ id: number; serial: string }[]> {
  const { rows } = await sql<{ id: number; serial: string }>`
    select id, serial from device
    where lower(serial) = any(select lower(s) from unnest(${serials}::text[]) s) and serial = any(${serials}::text[])
      and replaced_at is null`.execute(executor);
  return rows;
}

/** Lists the devices of which these people are the user. */
export async function listAssigned(
  executor: Executor,
  accountIds: readonly string[],
): Promise<{ deviceId: number; accountId: string }[]> {
  const { rows } = await sql<{ deviceId: number; accountId: string }>`
    select device_id, account_id from device_assignment where ended_at is null and account_id = any(${accountIds}::uuid[])`.execute(
    executor,
  );
  return rows;
}

/** The facts that decide the relations of people to these devices. */
export type DeviceFactsRow = Pick<
  DeviceRow,
  | 'id'
  | 'serial'
  | 'nickname'
  | 'registeredBy'
  | 'registeredAt'
  | 'companyId'
  | 'assignedTo'
  | 'assignedAt'
  | 'waitsFor'
  | 'isUnseen'
  | 'isTaken'
  | 'takenFrom'
  | 'countsAsAssigned'
  | 'unassignedAt'
  | 'replacedBy'
>;

export async function listFacts(executor: Executor, deviceIds: readonly number[]): Promise<DeviceFactsRow[]> {
  const { rows } = await sql<DeviceFactsRow>`
    select ${factColumns} from ${fromDevices} where d.id = any(${deviceIds}::int[])`.execute(executor);
  return rows;
}
