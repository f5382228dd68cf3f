import type { PeoplePort } from '#features/people/people.port';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import { recordAudits } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { deleteFormerNames } from '../assignment/devices.assignment.store.ts';
import { lockOwnDevices, insertAssignments, listFormerUsers, type NewAssignment } from './devices.import.store.ts';
import type { Registrant } from './devices.bulk-registration.service.ts';
import {
  createImportNotifications,
  type ImportNotificationDependencies,
} from './devices.import-notification.service.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import { deviceEntryOf } from '../devices.access.service.ts';
import { listFacts, type DeviceFactsRow } from '../devices.store.ts';

/** A device and the address for the assignment. */
export interface Assignable {
  readonly deviceId: number;
  readonly serial: string;
  readonly email: string;
}

/** A device that the caller registered before, with the possibility of assigning the device now. */
export interface OwnDevice {
  readonly deviceId: number;
  readonly serial: string;
  /** Why the device cannot be assigned, as far as known without the account of the address. */
  readonly problem: string | null;
}

export type ImportAssignment = ReturnType<typeof createImportAssignment>;

export interface ImportAssignmentDependencies extends ImportNotificationDependencies {
  readonly database: Database;
  readonly relations: Relations;
  people: Pick<PeoplePort, 'lockAccountsOf'>;
}

type Given = NewAssignment & Assignable;

export function createImportAssignment(dependencies: ImportAssignmentDependencies) {
  const { database, relations, clock, people } = dependencies;
  const notifications = createImportNotifications(dependencies);

  /** Confirmed accounts by address; staff have no devices. */
  const accountsOf = async (tx: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const accounts = await people.lockAccountsOf(tx, [...new Set(emails)]);
    return new Map([...accounts].flatMap(([email, { id, role }]) => (role === 'staff' ? [] : [[email, id]])));
  };

  return {
    /** Locks the accounts of these addresses before any other lock, as a single assignment does. */
    async lockAccounts(tx: Executor, emails: readonly string[]): Promise<void> {
      await accountsOf(tx, emails);
    },

    /** Returns the devices that the caller services as installer, and locks these devices until commit. */
    async ownOf(tx: Executor, { actor }: Registrant, serials: readonly string[]): Promise<OwnDevice[]> {
      if (serials.length === 0) return [];
      const held = await lockOwnDevices(tx, serials, actor.accountId);
      const facts = await listFacts(tx, [...held.keys()]);
      const related = await relations.of(facts, new Set([actor.accountId]), tx);
      return related
        .filter(({ relation }) => relation === 'installer_unassigned' || relation === 'installer_assigned')
        .map(({ device }) => ({ deviceId: device.id, serial: held.get(device.id)!, problem: problemOf(device) }));
    },

    /**
     * Assigns many devices that the same transaction has registered or locked as the caller's own. Runs the steps of
     * `assign`, each step once for all devices. Returns the refusals by serial and the waiting addresses.
     */
    async assignAll(
      tx: Executor,
      by: Registrant,
      devices: readonly Assignable[],
    ): Promise<{ refused: ReadonlyMap<string, string>; waiting: readonly string[] }> {
      if (devices.length === 0) return { refused: new Map(), waiting: [] };
      const company = await notifications.companyOf(by);
      const accounts = await accountsOf(
        tx,
        devices.map(({ email }) => email),
      );
      const former = await listFormerUsers(
        tx,
        devices.map(({ serial }) => serial),
      );
      const wanted = devices.map((device): Given => ({ ...device, accountId: accounts.get(device.email) ?? null }));
      const isTaken = ({ serial, accountId }: Given): boolean => {
        const from = former.get(serial.toLowerCase());
        return from !== undefined && from !== accountId;
      };
      const free = wanted.filter((device) => !isTaken(device));
      const { accountId } = by.actor;
      const inserted = new Set(await insertAssignments(tx, free, { accountId, at: clock.now() }));
      const given = free.filter(({ deviceId }) => inserted.has(deviceId));
      await deleteFormerNames(tx, given);
      await notifications.mailAll(tx, by, given, company);
      await recordAudits(
        tx,
        given.map((device) =>
          deviceEntryOf(by.actor, by.origin, 'device.assign', device.serial, { accountId: device.accountId }),
        ),
      );
      await notifications.publishToUsers(tx, given);
      const refused = wanted.filter((device) => !given.includes(device));
      return {
        refused: new Map(
          refused.map((device) => [device.serial, isTaken(device) ? texts.notGivenBack : texts.hasUser]),
        ),
        waiting: given.flatMap((device) => (device.accountId === null ? device.email : [])),
      };
    },

    /** Returns the addresses that were confirmed meanwhile. */
    confirmedOf: async (emails: readonly string[]): Promise<string[]> => [
      ...(await accountsOf(database.sql, emails)).keys(),
    ],
  };
}

function problemOf(device: DeviceFactsRow): string | null {
  if (device.replacedBy !== null) return replacementTexts.alreadyReplaced(device.replacedBy);
  if (device.assignedTo !== null || device.waitsFor !== null) return texts.hasUser;
  return device.takenFrom === null ? null : texts.notGivenBack;
}
