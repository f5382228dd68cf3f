import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { companiesOf } from './devices.companies.service.ts';
import type { DeviceLookup } from './devices.lookup.service.ts';
import type { DevicesPort } from './devices.port.ts';
import type { DeviceRow } from './devices.store.ts';

export interface DevicesService extends DevicesPort {
  list(actor: Actor, after: string | undefined, limit: number): Promise<{ devices: Device[]; next: string | null }>;
}

export interface DevicesDependencies {
  database: Database;
  clock: Clock;
  bus: Bus;
  certification: Pick<CertificationPort, 'blockOf' | 'servicingEnded'>;
  companies: Pick<
    CompaniesPort,
    'companyOf' | 'cardsOf' | 'cardsOfOwners' | 'ownedBy' | 'peopleOf' | 'joinedAt' | 'belongingOf' | 'requireFor'
  >;
}

export function createDevicesService(
  { companies }: Pick<DevicesDependencies, 'companies'>,
  { listFor, port }: DeviceLookup,
): DevicesService {
  return {
    ...port,

    async list(actor, after, limit) {
      const rows = await listFor(actor, after ?? '', limit + 1);
      const shown = rows.slice(0, limit);
      if (shown.some((row) => row.isUnseen && row.assignedTo === actor.accountId)) await port.markSeen(actor.accountId);
      const companyOf = await companiesOf(companies, shown);
      const devices = shown.map((row) => ({ ...present(row), company: companyOf(row) }));
      return { devices, next: rows.length > limit ? shown.at(-1)!.listPosition : null };
    },
  };
}

const present = (row: DeviceRow): Omit<Device, 'company'> => ({
  serialNumber: row.serial,
  name: deviceName(row.serial, row.nickname),
  hubId: row.hubId,
  dateRegistered: row.registeredAt.toISOString(),
  dateAssigned: row.assignedAt?.toISOString() ?? null,
  replacedBy: row.replacedBy,
});
