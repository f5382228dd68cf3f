import { deviceName } from '@trace/contract/devices/devices.rules';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import { createBatchLoader } from '#platform/grouping/batch-loader';
import type { Database } from '#platform/db/database';
import { lockDevice, lockDevices } from './devices.lock.store.ts';
import type { DevicesPort, KnownDevice, ListedPerson } from './devices.port.ts';
import { isWriteRefused, markAssignmentsSeen } from './assignment/devices.assignment.store.ts';
import { createDevicePeople, sinceOf } from './devices.people.service.ts';
import { createRelations, type DeviceRelation } from './assignment/devices.relations.service.ts';
import { notFound, requireInUse } from './devices.access.service.ts';
import { devicesChanged } from './devices.events.ts';
import {
  findDevice,
  findDevices,
  listAssigned,
  listDeviceIds,
  listPages,
  listFacts,
  type DeviceRow,
  type ListPage,
  type Scope,
} from './devices.store.ts';

/** Devices that a list without paging holds at most; a user has a few, and an installer pages. */
const MOST_LISTED = 1_000;

export type DeviceLookup = ReturnType<typeof createDeviceLookup>;

export interface DeviceLookupDependencies {
  database: Database;
  companies: Pick<CompaniesPort, 'ownedBy' | 'peopleOf' | 'joinedAt' | 'belongingOf'>;
  certification: Pick<CertificationPort, 'servicingEnded'>;
}

/** Looks up devices with people's relations. Every other feature asks here before answering. */
export function createDeviceLookup({ database, companies, certification }: DeviceLookupDependencies) {
  const relations = createRelations({ database, companies, certification });

  /** Which devices a person's list holds. */
  const scopeOf = async ({ accountId, role }: ListedPerson): Promise<Scope> => {
    // Only installers have a certification and belong to companies.
    if (role === 'user') return scopeOfUser(accountId);
    const [belonging, ended] = await Promise.all([
      companies.belongingOf(accountId),
      certification.servicingEnded([accountId]),
    ]);
    if (ended.has(accountId)) return scopeOfUser(accountId);
    const registrants = [...new Set([accountId, ...(belonging === null ? [] : [belonging.ownerId])])];
    return { accountId, companyId: belonging?.companyId ?? null, registrants };
  };

  // Every page asks for devices, so concurrent requests share a query.
  const loadDevice = createBatchLoader((serials: readonly string[]) => findDevices(database.sql, serials));
  const loadPage = createBatchLoader((pages: readonly ListPage[]) => listPages(database.sql, pages));

  /** The devices in a person's list, by name, behind a position of the list. */
  const listFor = async (person: ListedPerson, after: string, most: number): Promise<DeviceRow[]> =>
    (await loadPage({ ...(await scopeOf(person)), after, most })) ?? [];

  const port: DevicesPort = {
    async findFor(accountId, serial) {
      const row = await loadDevice(serial);
      const [known] = await relations.of(row === undefined ? [] : [row], new Set([accountId]));
      return known ? present(known) : null;
    },

    getFor: async (accountId, serial) => orNotFound(await port.findFor(accountId, serial)),

    lock: lockDevices,

    async lockFor(tx, accountId, serial) {
      await lockDevice(tx, serial);
      const row = await findDevice(tx, serial);
      const [known] = await relations.of(row === null ? [] : [row], new Set([accountId]), tx);
      if (!known) return null;
      requireInUse(known.device);
      return present(known);
    },

    getLockedFor: async (tx, accountId, serial) => orNotFound(await port.lockFor(tx, accountId, serial)),

    async listFor(person) {
      const rows = await listFor(person, '', MOST_LISTED);
      return (await relations.of(rows, new Set([person.accountId]))).map(present);
    },

    listOwn: (accountId) => port.listFor({ accountId, role: 'user' }),

    async deviceIdsOf(serials) {
      const rows = await listDeviceIds(database.sql, serials);
      return new Map(rows.map(({ serial, id }) => [serial, id]));
    },

    async partiesOf(deviceIds, among, executor = database.sql) {
      const parties = new Map<number, string[]>();
      const facts = await listFacts(executor, deviceIds);
      for (const { device, accountId } of await relations.of(facts, among ?? null, executor)) {
        const known = parties.get(device.id) ?? [];
        known.push(accountId);
        parties.set(device.id, known);
      }
      return parties;
    },

    markSeen: async (accountId) => {
      const mark = database.transaction(async (tx) => {
        const seen = await markAssignmentsSeen(tx, accountId);
        const [first] = seen;
        if (first === undefined) return;
        const facts = await listFacts(
          tx,
          seen.map(({ deviceId }) => deviceId),
        );
        const related = await relations.of(facts, null, tx);
        // The user's own list shows the devices already.
        const others = new Set(related.map((relation) => relation.accountId).filter((id) => id !== accountId));
        await publishAfterCommit(tx, devicesChanged, others, { serial: first.serial });
      });
      await mark.catch((error: unknown) => {
        // A list is still readable while nothing can be written. The next list marks the devices.
        if (!isWriteRefused(error)) throw error;
      });
    },

    assignedTo: (accountIds) => listAssigned(database.sql, accountIds),

    ...createDevicePeople({ database, relations }),
  };
  return { port, relations, listFor };
}

function orNotFound(device: KnownDevice | null): KnownDevice {
  if (device === null) throw notFound();
  return device;
}

/** The devices that a person uses, and none that the person services. */
const scopeOfUser = (accountId: string): Scope => ({ accountId, companyId: null, registrants: [] });

function present(known: DeviceRelation<DeviceRow>): KnownDevice {
  const { device, relation } = known;
  const name = deviceName(device.serial, device.nickname);
  const { id, serial, replacedBy, isUnseen } = device;
  const since = sinceOf(known);
  const ownSince = relation === 'assigned_user' ? since : null;
  return { id, serial, name, relation, since, ownSince, replacedBy, isUnseen };
}
