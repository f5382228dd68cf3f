import { sql, type RawBuilder } from 'kysely';
import type { AssignmentState, SortDirection, TableSort } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter } from '@trace/contract/fleet/fleet.table.schema';
import type { Executor } from '#platform/db/database';
import { matchesWords } from '#platform/db/search';

/** Which devices are listed: the devices of these scopes, and the devices that the account is the user of. */
export interface Lists {
  accountId: string;
  /** Each scope is a company, or the account that registered a device without a company. */
  scopes: readonly string[];
}

/** The filters of the table without its order. */
export type Narrowing = Omit<TableFilter, 'sort' | 'direction'>;

/** The cursor of a row in a sort: the columns in their order, with the id last. */
export type Place = readonly (string | number)[];

export interface ListedRow {
  id: number;
  serial: string;
  hubId: string | null;
  companyId: string | null;
  registeredBy: string;
  registeredAt: Date;
  accountId: string | null;
  userName: string | null;
  userEmail: string | null;
  assignment: AssignmentState;
  name: string;
  replacedBy: string | null;
  place: Place;
}

/** The columns of each sort. An index holds them in this order, and both directions read it. */
const sorts: Record<TableSort, readonly string[]> = {
  name: ['name_key', 'device_id'],
  registered: ['registered_ms', 'device_id'],
  lastSeen: ['seen_ms', 'device_id'],
  status: ['status_rank', 'name_key', 'device_id'],
  hub: ['hub_key', 'device_id'],
  network: ['network', 'name_key', 'device_id'],
  signal: ['signal_step', 'device_id'],
  battery: ['battery_step', 'device_id'],
  user: ['user_key', 'device_id'],
};

/**
 * Returns a condition for each list that the user sees. The lists are disjoint. Each list is read by its own index in
 * sort order, and the first rows are merged.
 */
export function partsOf({ accountId, scopes }: Lists): RawBuilder<unknown>[] {
  const listed = scopes.map((scope) => sql`l.scope = ${scope}`);
  return [...listed, sql`l.account_id = ${accountId} and l.scope <> all(${[...scopes]}::uuid[])`];
}

function matching({ search, status, network, assigned }: Narrowing): RawBuilder<unknown> {
  const conditions = [
    search ? matchesWords(sql`l.words`, search) : null,
    status ? sql`l.status_rank = device_status_rank(${status})` : null,
    network ? sql`l.network = ${network}` : null,
    assigned ? sql`l.assignment = ${assigned}` : null,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export interface PageOrder {
  sort: TableSort;
  direction: SortDirection;
  /** The page that begins after this place, or ends before this place. */
  from: { place: Place; direction: 'after' | 'before' } | null;
  limit: number;
}

/** Returns a page in the order of its sort, for either direction of paging. */
export async function listTable(
  executor: Executor,
  lists: Lists,
  filter: Narrowing,
  { sort, direction, from, limit }: PageOrder,
): Promise<ListedRow[]> {
  const columns = sorts[sort];
  const isBackwards = from?.direction === 'before';
  const falls = (direction === 'desc') !== isBackwards;
  const of = (table: string) => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const orderOf = (table: string) =>
    sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)} ${falls ? sql`desc` : sql`asc`}`));
  const beyond = from ? sql`(${of('l')}) ${falls ? sql`<` : sql`>`} (${sql.join([...from.place])})` : sql`true`;
  const parts = partsOf(lists).map(
    (part) => sql`(select ${of('l')} from device_list l
      where ${part} and ${matching(filter)} and ${beyond} order by ${orderOf('l')} limit ${limit})`,
  );
  const { rows } = await sql<ListedRow>`
    with page as (select * from (${sql.join(parts, sql` union all `)}) p order by ${orderOf('p')} limit ${limit})
    select d.id, d.serial, d.hub_id, d.company_id, d.registered_by, d.registered_at, l.account_id, l.user_name, l.user_email,
      l.assignment, l.name, d.replaced_by, jsonb_build_array(${of('p')}) as place
    from page p join device_list l on l.device_id = p.device_id join device d on d.id = p.device_id
    order by ${orderOf('p')}`.execute(executor);
  return isBackwards ? rows.toReversed() : rows;
}

/** How many match, counted up to a limit. */
export async function countTable(executor: Executor, lists: Lists, filter: Narrowing, most: number): Promise<number> {
  const parts = partsOf(lists).map(
    (part) => sql`(select 1 from device_list l where ${part} and ${matching(filter)} limit ${most})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select * from (${sql.join(parts, sql` union all `)}) p limit ${most}) c`.execute(
    executor,
  );
  return rows[0]!.count;
}

/** How many devices there are in these lists. */
export async function countAll(executor: Executor, lists: Lists): Promise<number> {
  const counts = partsOf(lists).map((part) => sql`(select count(*) from device_list l where ${part})`);
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(executor);
  return rows[0]!.count;
}

export interface UserDeviceRow {
  serial: string;
  nickname: string | null;
  hubId: string | null;
  companyId: string | null;
  assignedBy: string;
  registeredAt: Date;
  assignedAt: Date;
}

/** The devices that a person is the user of. */
export async function listUserDevices(executor: Executor, accountId: string, limit: number): Promise<UserDeviceRow[]> {
  const { rows } = await sql<UserDeviceRow>`
    select d.serial, d.nickname, d.hub_id, d.company_id, a.assigned_by, d.registered_at, a.assigned_at
    from device_assignment a join device d on d.id = a.device_id
    where a.account_id = ${accountId} and a.ended_at is null
    order by d.id limit ${limit}`.execute(executor);
  return rows;
}
