import { redacted } from '@trace/contract/device-protocol/redaction';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { ERROR_LINES_MOST } from '@trace/contract/fleet/fleet.table.rules';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { ListedRow } from './fleet.table.store.ts';

export type Described = Omit<TableRow, 'relation' | 'mayManage'> & { id: number };

export interface TableRowsDependencies {
  companies: Pick<CompaniesPort, 'cardsOf'>;
  devices: Pick<DevicesPort, 'relationsOf' | 'markSeen'>;
  deviceStatus: Pick<DeviceStatusPort, 'viewsOf'>;
  deviceHealth: Pick<DeviceHealthPort, 'errorsOf'>;
  people: Pick<PeoplePort, 'accountsOf'>;
}

/** Presents rows of the table. */
export function createTableRows({ companies, devices, deviceStatus, deviceHealth, people }: TableRowsDependencies) {
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

  return {
    describe,

    /** Adds the relation of this person to each device. */
    async present(actor: Actor, rows: readonly ListedRow[]): Promise<TableRow[]> {
      const ids = rows.map(({ id }) => id);
      const [described, related] = await Promise.all([describe(rows), devices.relationsOf(ids, [actor.accountId])]);
      const relationOf = new Map(related.map(({ deviceId, relation }) => [deviceId, relation]));
      const isOwnUnseen = rows.some(
        ({ assignment, accountId }) => assignment === 'waiting' && accountId === actor.accountId,
      );
      if (isOwnUnseen) await devices.markSeen(actor.accountId);
      return described.flatMap(({ id, ...row }) => {
        const relation = relationOf.get(id);
        // Leaves out a device to which the user lost access while the list was being read.
        return relation === undefined
          ? []
          : [{ ...row, relation, mayManage: relation.startsWith('installer_') || relation === 'assigned_user' }];
      });
    },
  };
}

/**
 * Returns a device's status and errors, in the device's own words if available. The words may name a place that readers
 * of the list may not know, so `lastError` is redacted.
 */
function conditionOf(view: DeviceStatusView, lines: readonly string[]): Pick<TableRow, 'status' | 'errorLogs'> {
  const lastError = view.lastError === null ? null : redacted(view.lastError);
  const errors = [...new Set([...(lastError === null ? [] : [lastError]), ...lines])];
  return { status: { ...view, lastError }, errorLogs: errors.slice(0, ERROR_LINES_MOST) };
}

const nameOf = (account: { firstName: string; lastName: string } | undefined): string | null =>
  account === undefined ? null : fullName(account);
