import { redacted } from '@trace/contract/device-protocol/redaction';
import { ERROR_LINES_MOST, EXPORT_MOST_ROWS } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter, TablePage, TableRow, UserDevice } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { createCounts } from './fleet.table-counts.service.ts';
import { csvOf } from './fleet.table-csv.rules.ts';
import { byLastHeard, readPlace, writePlace } from './fleet.table.rules.ts';
import { listTable, listUserDevices, type ListedRow, type Lists, type PageOrder } from './fleet.table.store.ts';
import type { DevicesPort } from '#features/devices/devices.port';

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

export interface DeviceListDependencies {
  database: Database;
  clock: Clock;
  companies: Pick<CompaniesPort, 'belongingOf' | 'cardsOf'>;
  certification: Pick<CertificationPort, 'servicingEnded'>;
  devices: Pick<DevicesPort, 'relationsOf'>;
  deviceStatus: Pick<DeviceStatusPort, 'viewsOf'>;
  deviceHealth: Pick<DeviceHealthPort, 'errorsOf'>;
  people: Pick<PeoplePort, 'accountsOf'>;
}

export function createDeviceList(dependencies: DeviceListDependencies) {
  const { database, companies, certification, devices, deviceStatus, deviceHealth, people } = dependencies;
  const countsOf = createCounts(dependencies);

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

  /** Adds the data beside the device itself, with a handful of look-ups for any number of rows. */
  const describe = async (rows: readonly ListedRow[]): Promise<Described[]> => {
    const ids = rows.map(({ id }) => id);
    const [statuses, errors, cards, accounts] = await Promise.all([
      deviceStatus.viewsOf(rows),
      deviceHealth.errorsOf(ids),
      companies.cardsOf([...new Set(rows.flatMap(({ companyId }) => companyId ?? []))]),
      people.accountsOf([...new Set(rows.map(({ registeredBy }) => registeredBy))]),
    ]);
    return rows.map((row, index) => ({
      id: row.id,
      serialNumber: row.serial,
      name: row.name,
      hubId: row.hubId,
      assignment: row.assignment,
      user: row.userEmail === null ? null : { name: row.userName, email: row.userEmail },
      companyName: (row.companyId && cards.get(row.companyId)?.name) || null,
      installerName: nameOf(accounts.get(row.registeredBy)),
      dateRegistered: row.registeredAt.toISOString(),
      replacedBy: row.replacedBy,
      ...conditionOf(statuses[index]!, errors.get(row.id) ?? []),
    }));
  };

  const present = async (actor: Actor, rows: readonly ListedRow[]): Promise<TableRow[]> => {
    const ids = rows.map(({ id }) => id);
    const [described, related] = await Promise.all([describe(rows), devices.relationsOf(ids, [actor.accountId])]);
    const relationOf = new Map(related.map(({ deviceId, relation }) => [deviceId, relation]));
    return described.flatMap(({ id, ...row }) => {
      const relation = relationOf.get(id);
      // Leaves out a device to which the user lost access while the list was being read.
      return relation === undefined
        ? []
        : [{ ...row, relation, mayManage: relation.startsWith('installer_') || relation === 'assigned_user' }];
    });
  };

  return {
    listsOf,

    async page(actor: Actor, { after, before, limit, sort, ...filter }: TableQuery): Promise<TablePage> {
      const from = beginningOf(sort, after, before);
      const lists = await listsOf(actor);
      const [rows, counts] = await Promise.all([
        listTable(database.sql, lists, filter, { sort, from, limit: limit + 1 }),
        countsOf(lists, filter),
      ]);
      const isBackwards = from?.direction === 'before';
      const isCut = rows.length > limit;
      const shown = isBackwards ? rows.slice(-limit) : rows.slice(0, limit);
      const table = await present(actor, shown);
      const places = shown.map(({ place }) => writePlace(place));
      return {
        devices: sort === 'lastSeen' ? byLastHeard(table) : table,
        previous: (isBackwards ? isCut : from !== null) ? (places[0] ?? null) : null,
        next: (isBackwards ? shown.length > 0 : isCut) ? places.at(-1)! : null,
        counts,
      };
    },

    /** The whole list as a file. */
    async csv(actor: Actor, { sort, ...filter }: TableFilter): Promise<Uint8Array> {
      const lists = await listsOf(actor);
      const described: Described[] = [];
      let from: PageOrder['from'] = null;
      while (described.length < EXPORT_MOST_ROWS) {
        const rows: ListedRow[] = await listTable(database.sql, lists, filter, { sort, from, limit: EXPORT_STEP });
        described.push(...(await describe(rows)));
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

export type Described = Omit<TableRow, 'relation' | 'mayManage'> & { id: number };

/**
 * Returns a device's status and errors, in the device's own words if available. The words may name a place that readers
 * of the list may not know, so `lastError` is redacted.
 */
function conditionOf(view: DeviceStatusView, lines: readonly string[]): Pick<TableRow, 'status' | 'errorLogs'> {
  const lastError = view.lastError === null ? null : redacted(view.lastError);
  const errors = [...new Set([...(lastError === null ? [] : [lastError]), ...lines])];
  return { status: { ...view, lastError }, errorLogs: errors.slice(0, ERROR_LINES_MOST) };
}

function beginningOf(sort: TableFilter['sort'], after?: string, before?: string): PageOrder['from'] {
  const [direction, text] = after === undefined ? (['before', before] as const) : (['after', after] as const);
  if (text === undefined) return null;
  const place = readPlace(sort, text);
  if (place === null)
    throw new Refusal('invalid_input', deviceTableTexts.placeUnknown, { field: `query.${direction}` });
  return { place, direction };
}

const nameOf = (account: { firstName: string; lastName: string } | undefined): string | null =>
  account === undefined ? null : `${account.firstName} ${account.lastName}`.trim();
