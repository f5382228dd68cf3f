import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import { announceLater } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { RequestRefused } from '#platform/devices/identity/certificate-requests';
import type { Certificates } from '#platform/devices/identity/certificates';
import type { Registry } from '#platform/devices/registry';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { companiesOf } from './devices.companies.service.ts';
import { holdDevice } from './devices.hold.store.ts';
import { DEVICES_CHANGED, deviceRegistered } from './devices.events.ts';
import { mayAssign, mayProvision, mayRegister, relationTo, type Relation } from './devices.policy.ts';
import type { DevicesPort, KnownDevice } from './devices.port.ts';
import {
  findDevice,
  insertAssignment,
  insertDevice,
  listAssigned,
  listDeviceIds,
  listDevicesOf,
  listFacts,
  listParties,
  type DeviceFactsRow,
  type DeviceRow,
} from './devices.store.ts';

/** Devices that a list without paging holds at most; a user has a few, and an installer pages. */
const MOST_LISTED = 1_000;

export interface DevicesService extends DevicesPort {
  list(actor: Actor, after: string | undefined, limit: number): Promise<{ devices: Device[]; next: string | null }>;
  register(actor: Actor, origin: CallOrigin, device: { serial: string; nickname: string | null }): Promise<void>;
  assign(actor: Actor, origin: CallOrigin, serial: string, accountId: string): Promise<void>;
  provisionCertificate(
    actor: Actor,
    origin: CallOrigin,
    serial: string,
    csr: string,
  ): Promise<{ certificate: string; authority: string; expiresAt: Date }>;
}

export interface DevicesDependencies {
  database: Database;
  clock: Clock;
  bus: Bus;
  certification: Pick<CertificationPort, 'isValidFor'>;
  companies: Pick<CompaniesPort, 'companyOf' | 'cardsOf' | 'cardsOfOwners'>;
  /** Which serials may connect, and their certificates; asked for when needed, since the gateway asks for devices itself. */
  enrolment(): { registry: Registry; certificates: Certificates };
}

export function createDevicesService(dependencies: DevicesDependencies): DevicesService {
  const { database, clock, bus, certification, companies, enrolment } = dependencies;

  /** CERT-09: what there is may still be serviced, but nothing new begins. */
  const requireCertification = async (actor: Actor): Promise<void> => {
    if (!(await certification.isValidFor(actor.accountId))) throw new Refusal('forbidden', certificationTexts.ended);
  };

  return {
    async list(actor, after, limit) {
      const rows = await listDevicesOf(database.sql, actor.accountId, after ?? '', limit + 1);
      const shown = rows.slice(0, limit);
      const companyOf = await companiesOf(companies, shown);
      const devices = shown.map((row) => ({ ...present(row), company: companyOf(row) }));
      return { devices, next: rows.length > limit ? shown.at(-1)!.listPosition : null };
    },

    async register(actor, origin, { serial, nickname }) {
      if (mayRegister(actor) !== 'allowed') throw new Refusal('forbidden', 'Only installers register devices.');
      await requireCertification(actor);
      if ((await enrolment().registry.find(serial)) === undefined)
        throw new Refusal('conflict', devicesTexts.notInRegistry, { field: 'serialNumber' });
      const company = await companies.companyOf(actor.accountId);
      const deviceId = await database.transaction(async (tx) => {
        const id = await insertDevice(tx, {
          serial,
          nickname,
          companyId: company?.id ?? null,
          registeredBy: actor.accountId,
          registeredAt: clock.now(),
        });
        if (id === null) throw new Refusal('conflict', devicesTexts.alreadyRegistered, { field: 'serialNumber' });
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'device.register',
          subject: { type: 'device', id: serial },
          details: {},
          ...origin,
        });
        await announceLater(tx, { kind: DEVICES_CHANGED, audience: [actor.accountId], payload: { serial } });
        return id;
      });
      bus.announce(deviceRegistered, { serial, deviceId });
    },

    async assign(actor, origin, serial, accountId) {
      const device = await known(database, actor.accountId, serial);
      const verdict = mayAssign(device.relation);
      if (verdict !== 'allowed') throw new Refusal(verdict, 'This device cannot be assigned now.');
      await requireCertification(actor);
      await database.transaction(async (tx) => {
        const isAssigned = await insertAssignment(tx, {
          deviceId: device.row.id,
          accountId,
          assignedBy: actor.accountId,
          assignedAt: clock.now(),
        });
        if (!isAssigned) throw new Refusal('conflict', 'This device has a user already.');
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'device.assign',
          subject: { type: 'device', id: serial },
          details: { accountId },
          ...origin,
        });
        await announceLater(tx, { kind: DEVICES_CHANGED, audience: [actor.accountId, accountId], payload: { serial } });
      });
    },

    async provisionCertificate(actor, origin, serial, csr) {
      const { registry, certificates } = enrolment();
      const relation = await provisionRelation(database, registry, actor.accountId, serial);
      if (relation === 'none') throw new Refusal('not_found', devicesTexts.notFound);
      if (mayProvision(actor, relation) !== 'allowed')
        throw new Refusal('forbidden', 'A certificate is issued while a device is set up.');
      if (relation === 'unregistered') await requireCertification(actor);
      const issued = await issueOrRefuse(certificates, serial, csr);
      await recordAudit(database.sql, {
        actorId: actor.accountId,
        action: 'device.certificate',
        subject: { type: 'device', id: serial },
        details: { fingerprint: issued.fingerprint },
        ...origin,
      });
      return { certificate: issued.certificatePem, authority: certificates.caPem, expiresAt: issued.expiresAt };
    },

    async findFor(accountId, serial) {
      const row = await findDevice(database.sql, serial);
      return row === null ? null : knownTo(row, accountId);
    },

    async holdFor(tx, accountId, serial) {
      await holdDevice(tx, serial);
      const row = await findDevice(tx, serial);
      return row === null ? null : knownTo(row, accountId);
    },

    async listFor(accountId) {
      const rows = await listDevicesOf(database.sql, accountId, '', MOST_LISTED);
      return rows.map((row) => knownTo(row, accountId)).filter((device) => device !== null);
    },

    async deviceIdsOf(serials) {
      const rows = await listDeviceIds(database.sql, serials);
      return new Map(rows.map(({ serial, id }) => [serial, id]));
    },

    async partiesOf(deviceIds) {
      const parties = new Map<number, string[]>();
      for (const { deviceId, accountId } of await listParties(database.sql, deviceIds)) {
        parties.set(deviceId, [...(parties.get(deviceId) ?? []), accountId]);
      }
      return parties;
    },

    assignedTo: (accountIds) => listAssigned(database.sql, accountIds),

    async relationsOf(deviceIds, accountIds) {
      const facts = await listFacts(database.sql, deviceIds);
      return facts.flatMap((device) =>
        accountIds.flatMap((accountId) => {
          const relation = relationTo(device, accountId);
          return relation === 'none'
            ? []
            : [{ deviceId: device.id, accountId, relation, since: sinceOf(device, relation) }];
        }),
      );
    },
  };
}

async function known(
  database: Database,
  accountId: string,
  serial: string,
): Promise<{ row: DeviceRow; relation: Relation }> {
  const row = await findDevice(database.sql, serial);
  const relation = row === null ? 'none' : relationTo(row, accountId);
  if (row === null || relation === 'none') throw new Refusal('not_found', devicesTexts.notFound);
  return { row, relation };
}

async function issueOrRefuse(
  certificates: Certificates,
  serial: string,
  csr: string,
): Promise<Awaited<ReturnType<Certificates['issue']>>> {
  try {
    return await certificates.issue(serial, csr);
  } catch (error) {
    if (error instanceof RequestRefused)
      throw new Refusal('invalid_input', devicesTexts.csrInvalid, { field: 'body.csr', cause: error });
    throw error;
  }
}

async function provisionRelation(
  database: Database,
  registry: Registry,
  accountId: string,
  serial: string,
): Promise<Relation | 'unregistered'> {
  const row = await findDevice(database.sql, serial);
  if (row !== null) return relationTo(row, accountId);
  return (await registry.find(serial)) === undefined ? 'none' : 'unregistered';
}

function knownTo(row: DeviceRow, accountId: string): KnownDevice | null {
  const relation = relationTo(row, accountId);
  if (relation === 'none') return null;
  const name = deviceName(row.serial, row.nickname);
  return { id: row.id, serial: row.serial, name, relation, since: sinceOf(row, relation) };
}

/** Since when a person stands to a device like this (authorization.md, law 6). */
function sinceOf(device: DeviceFactsRow, relation: KnownDevice['relation']): Date {
  return relation === 'assigned_user' ? device.assignedAt! : (device.unassignedAt ?? device.registeredAt);
}

const present = (row: DeviceRow): Omit<Device, 'company'> => ({
  serialNumber: row.serial,
  name: deviceName(row.serial, row.nickname),
  hubId: row.hubId,
  dateRegistered: row.registeredAt.toISOString(),
  dateAssigned: row.assignedAt?.toISOString() ?? null,
});
