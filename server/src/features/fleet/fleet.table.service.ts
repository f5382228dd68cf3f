import { EXPORT_MOST_ROWS, usualDirection } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter, TablePage, UserDevice } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { createCounts } from './fleet.table-counts.service.ts';
import { createTableRows, type Described, type TableRowsDependencies } from './fleet.table-rows.service.ts';
import { csvOf } from './fleet.table-csv.rules.ts';
import { readPlace, sortedExactly, writePlace } from './fleet.table.rules.ts';
import { listTable, listUserDevices, type ListedRow, type Lists, type PageOrder } from './fleet.table.store.ts';

/** Devices that the function get-user-devices answers at most; a user has a few. */
const MOST_OF_A_USER = 1_000;

/** Rows that an export reads at a time: others get their turn in between. */
const EXPORT_STEP = 1_000;

export interface TableQuery extends TableFilter {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export type DeviceListService = ReturnType<typeof createDeviceList>;

export interface DeviceListDependencies extends TableRowsDependencies {
  database: Database;
  clock: Clock;
  companies: Pick<CompaniesPort, 'belongingOf' | 'cardsOf'>;
  certification: Pick<CertificationPort, 'servicingEnded'>;
}

export function createDeviceList(dependencies: DeviceListDependencies) {
  const { database, companies, certification } = dependencies;
  const countsOf = createCounts(dependencies);
  const tableRows = createTableRows(dependencies);

  /**
   * IDEV-07: covers devices that the user registered outside a company, devices of the company, and devices
   * assigned to the user.
   */
  const listsOf = async ({ accountId }: Actor): Promise<Lists> => {
    const [company, ended] = await Promise.all([
      companies.belongingOf(accountId),
      certification.servicingEnded([accountId]),
    ]);
    if (ended.has(accountId)) return { accountId, scopes: [] };
    return { accountId, scopes: [...new Set([accountId, ...(company ? [company.companyId, company.ownerId] : [])])] };
  };

  return {
    listsOf,

    async page(actor: Actor, query: TableQuery): Promise<TablePage> {
      const { after, before, limit, sort, direction = usualDirection(sort), ...filter } = query;
      const from = beginningOf(sort, after, before);
      const lists = await listsOf(actor);
      const [rows, counts] = await Promise.all([
        listTable(database.sql, lists, filter, { sort, direction, from, limit: limit + 1 }),
        countsOf(lists, filter),
      ]);
      const isBackwards = from?.direction === 'before';
      const isCut = rows.length > limit;
      const shown = isBackwards ? rows.slice(-limit) : rows.slice(0, limit);
      const table = await tableRows.present(actor, shown);
      const places = shown.map(({ place }) => writePlace(place));
      return {
        devices: [...sortedExactly(table, sort, direction)],
        previous: (isBackwards ? isCut : from !== null) ? (places[0] ?? null) : null,
        next: (isBackwards ? shown.length > 0 : isCut) ? places.at(-1)! : null,
        counts,
      };
    },

    /** The whole list as a file. */
    async csv(actor: Actor, query: TableFilter): Promise<Uint8Array> {
      const { sort, direction = usualDirection(sort), ...filter } = query;
      const lists = await listsOf(actor);
      const described: Described[] = [];
      let from: PageOrder['from'] = null;
      while (described.length < EXPORT_MOST_ROWS) {
        const order: PageOrder = { sort, direction, from, limit: EXPORT_STEP };
        const rows: ListedRow[] = await listTable(database.sql, lists, filter, order);
        described.push(...(await tableRows.describe(rows)));
        if (rows.length < EXPORT_STEP) break;
        from = { place: rows.at(-1)!.place, direction: 'after' };
      }
      return csvOf(described);
    },

    /** `userEmail` is the actor's own address or left out (FN-01). */
    async devicesOfUser(actor: Actor, userEmail: string | undefined): Promise<UserDevice[]> {
      const isOwn = userEmail === undefined || userEmail.trim().normalize('NFC').toLowerCase() === actor.email;
      if (!isOwn) throw new Refusal('forbidden', deviceTableTexts.otherPerson, { field: 'body.userEmail' });
      const rows = await listUserDevices(database.sql, actor.accountId, MOST_OF_A_USER);
      return rows.map((row) => ({
        serial_number: row.serial,
        nickname: row.nickname,
        hub_id: row.hubId,
        assigned_by: row.assignedBy === actor.accountId ? actor.email : null,
        assigned_user: actor.email,
        date_registered: row.registeredAt.toISOString(),
        date_assigned: row.assignedAt.toISOString(),
        company_id: row.companyId,
      }));
    },
  };
}

function beginningOf(sort: TableFilter['sort'], after?: string, before?: string): PageOrder['from'] {
  const [direction, text] = after === undefined ? (['before', before] as const) : (['after', after] as const);
  if (text === undefined) return null;
  const place = readPlace(sort, text);
  if (place === null)
    throw new Refusal('invalid_input', deviceTableTexts.placeUnknown, { field: `query.${direction}` });
  return { place, direction };
}
