import { sql, type RawBuilder } from 'kysely';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { AssignmentState } from '@trace/contract/fleet/fleet.table.rules';
import type { Executor } from '#platform/db/database';
import { matchesWords } from '#platform/db/search';

export interface DeskDeviceRow {
  readonly id: number;
  readonly serial: string;
  readonly nickname: string | null;
  readonly hubId: string | null;
  readonly registeredAt: Date;
  readonly replacedBy: string | null;
  readonly assignment: AssignmentState;
  readonly userEmail: string | null;
  readonly installerName: string | null;
  readonly companyName: string | null;
  /** The cursor of the row. */
  readonly place: string;
}

export interface DeviceSearch {
  readonly search?: string | undefined;
  readonly status?: DeviceStatus | undefined;
  readonly assigned?: AssignmentState | undefined;
  readonly company?: string | undefined;
  /** Only devices without a message since this instant. */
  readonly silentSince?: Date | undefined;
  readonly after: readonly [registeredMs: string, id: string] | null;
  readonly limit: number;
}

/** A device that is offline and sent its last message before this instant. */
const isSilent = (since: Date): RawBuilder<unknown> =>
  sql`l.status_rank = device_status_rank('offline') and l.seen_ms <= ${since.getTime()}::bigint`;

/** All devices, the newest registration first. Replaced devices are found only by a search. */
export async function listAllDevices(executor: Executor, wanted: DeviceSearch): Promise<DeskDeviceRow[]> {
  const { search, status, assigned, company, silentSince, after, limit } = wanted;
  const conditions = [
    search ? matchesWords(sql`l.words`, search) : sql`not l.replaced`,
    status ? sql`l.status_rank = device_status_rank(${status})` : sql`true`,
    assigned ? sql`l.assignment = ${assigned}` : sql`true`,
    company ? sql`l.scope = ${company}` : sql`true`,
    silentSince ? isSilent(silentSince) : sql`true`,
    after ? sql`(l.registered_ms, l.device_id) < (${after[0]}::bigint, ${after[1]}::int)` : sql`true`,
  ];
  const { rows } = await sql<DeskDeviceRow>`
    select d.id, d.serial, d.nickname, d.hub_id, d.registered_at, d.replaced_by, page.assignment, page.user_email,
      nullif(trim(i.first_name || ' ' || i.last_name), '') as installer_name, c.name as company_name,
      page.registered_ms || '~' || page.device_id as place
    from (select l.device_id, l.registered_ms, l.assignment, l.user_email from device_list l
        where ${sql.join(conditions, sql` and `)} order by l.registered_ms desc, l.device_id desc limit ${limit}) page
      join device d on d.id = page.device_id
      left join person i on i.id = d.registered_by
      left join company c on c.id = d.company_id
    order by page.registered_ms desc, page.device_id desc`.execute(executor);
  return rows;
}

export interface DevicePageRow extends Omit<DeskDeviceRow, 'installerName' | 'companyName' | 'place'> {
  readonly assignedAt: Date | null;
  readonly firmware: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly installer: { id: string; name: string; email: string } | null;
  readonly company: { id: string; name: string } | null;
}

/** A device by its serial, in whatever letter case staff write it. */
export async function findDevice(executor: Executor, serial: string): Promise<DevicePageRow | undefined> {
  const { rows } = await sql<DevicePageRow>`
    select d.id, d.serial, d.nickname, d.hub_id, d.registered_at, d.replaced_by, l.assignment,
      a.assigned_at, s.firmware, u.id as user_id, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
      coalesce(u.email, a.email) as user_email,
      case when i.id is not null then
        jsonb_build_object('id', i.id, 'name', trim(i.first_name || ' ' || i.last_name), 'email', i.email) end as installer,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as company
    from device d join device_list l on l.device_id = d.id
      left join device_assignment a on a.device_id = d.id and a.ended_at is null
      left join person u on u.id = a.account_id
      left join device_status s on s.device_id = d.id
      left join person i on i.id = d.registered_by
      left join company c on c.id = d.company_id
    where lower(d.serial) = lower(${serial})`.execute(executor);
  return rows[0];
}

/** The newest devices that a user has, or that an installer registered, and how many there are. */
export async function listDevicesOf(
  executor: Executor,
  person: { id: string; role: string },
  limit: number,
): Promise<{ devices: { serialNumber: string; nickname: string | null; status: DeviceStatus }[]; count: number }> {
  const isTheirs =
    person.role === 'user'
      ? sql`d.id in (select device_id from device_assignment where account_id = ${person.id} and ended_at is null)`
      : sql`d.registered_by = ${person.id}`;
  const [listed, counted] = await Promise.all([
    sql<{ serialNumber: string; nickname: string | null; status: DeviceStatus }>`
      select d.serial as serial_number, d.nickname, l.status from device d join device_list l on l.device_id = d.id
      where ${isTheirs} and d.replaced_at is null order by d.id desc limit ${limit}`.execute(executor),
    sql<{ count: number }>`
      select count(*)::int as count from device d where ${isTheirs} and d.replaced_at is null`.execute(executor),
  ]);
  return { devices: listed.rows, count: counted.rows[0]!.count };
}
