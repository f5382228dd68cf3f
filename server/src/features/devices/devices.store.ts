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
  /** Where the device stands in the list of `listPages`. */
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
  return (await findDevices(executor, [serial])).get(serial) ?? null;
}

/** The devices by serial. */
export async function findDevices(executor: Executor, serials: readonly string[]): Promise<Map<string, DeviceRow>> {
  const { rows } = await sql<DeviceRow>`/* prepared read: devices by serials */
    select ${columns} from ${fromDevices}
    where lower(d.serial) = any(array(select lower(s) from unnest(${serials}::text[]) s))
      and d.serial = any(${serials}::text[])`.execute(executor);
  return new Map(rows.map((row) => [row.serial, row]));
}

/** The devices in a person's list: devices used and devices serviced by the person. */
export interface Scope {
  readonly accountId: string;
  readonly companyId: string | null;
  /** Registrants whose devices without a company belong to the company. */
  readonly registrants: readonly string[];
}

/** A page of the list: at most so many devices behind a position. */
export interface ListPage extends Scope {
  readonly after: string;
  readonly most: number;
}

/** The devices of each page, by name. */
export async function listPages(
  executor: Executor,
  pages: readonly ListPage[],
): Promise<ReadonlyMap<ListPage, DeviceRow[]>> {
  const asked = JSON.stringify(pages.map((page, number) => ({ ...page, number })));
  const { rows } = await sql<DeviceRow & { number: number }>`/* prepared read: pages of device lists */
    select page.number, listed.*
    from json_to_recordset(${asked}::json)
      as page (number int, "accountId" uuid, "companyId" uuid, registrants uuid[], "after" text, most int)
    cross join lateral (
      select ${columns} from ${fromDevices}
      where d.id in (
          select device_id from device_assignment where account_id = page."accountId" and ended_at is null
          union all select id from device where company_id = page."companyId"
          union all select id from device where company_id is null and registered_by = any(page.registrants))
        and ${listPosition} > page."after"
      order by ${listPosition}
      limit page.most
    ) as listed
    order by page.number, listed.list_position`.execute(executor);
  const found = new Map(pages.map((page) => [page, [] as DeviceRow[]]));
  for (const { number, ...row } of rows) found.get(pages[number]!)!.push(row);
  return found;
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
  const { rows } = await sql<{ deviceId: number; accountId: string }>`/* prepared: devices of users */
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
  const { rows } = await sql<DeviceFactsRow>`/* prepared: facts of devices */
    select ${factColumns} from ${fromDevices} where d.id = any(${deviceIds}::int[])`.execute(executor);
  return rows;
}
