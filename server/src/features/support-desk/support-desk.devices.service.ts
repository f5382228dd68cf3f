import { redacted } from '@trace/contract/device-protocol/redaction';
import { CERTIFICATES_SHOWN, SILENT_AFTER_MS, TICKETS_SHOWN } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskDevice, DeskDevicePage } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts as texts } from '@trace/contract/support-desk/support-desk.texts';
import type { listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { IssuedCertificate } from '#platform/devices/identity/certificates';
import { Refusal } from '#platform/refusal/refusal';
import { findDevice, listAllDevices, type DeskDeviceRow } from './support-desk.devices.store.ts';
import { listTicketsAbout } from './support-desk.overview.store.ts';
import { pageOf, placeIn, presentCertificate, presentTicket } from './support-desk.rules.ts';

export type DeskDevices = ReturnType<typeof createDeskDevices>;

export interface DeskDevicesDependencies {
  database: Database;
  clock: Clock;
  deviceStatus: Pick<DeviceStatusPort, 'viewsOf'>;
  deviceHealth: Pick<DeviceHealthPort, 'errorsOf'>;
  /** Newest first. */
  certificatesOf(serial: string): Promise<IssuedCertificate[]>;
}

export function createDeskDevices(dependencies: DeskDevicesDependencies) {
  const { database, clock, deviceStatus, deviceHealth, certificatesOf } = dependencies;
  const present = async (rows: readonly DeskDeviceRow[]): Promise<DeskDevice[]> => {
    const views = await deviceStatus.viewsOf(rows);
    return rows.map(({ id: _id, serial, registeredAt, place: _place, ...row }, index) => {
      const { status, lastSeen, batteryPct, signalPct } = views[index]!;
      const dateRegistered = registeredAt.toISOString();
      return { ...row, serialNumber: serial, dateRegistered, status, lastSeen, batteryPct, signalPct };
    });
  };

  return {
    async list(query: QueryOf<typeof listDeskDevices>): Promise<{ devices: DeskDevice[]; next: string | null }> {
      const { silent, after, limit, ...wanted } = query;
      const silentSince = silent && new Date(clock.now().getTime() - SILENT_AFTER_MS);
      const rows = await listAllDevices(database.sql, {
        ...wanted,
        silentSince,
        after: placeIn(after, /^\d{1,9}$/u),
        limit: limit + 1,
      });
      const { shown, next } = pageOf(rows, limit);
      return { devices: await present(shown), next };
    },

    async get(serial: string): Promise<DeskDevicePage> {
      const row = await findDevice(database.sql, serial);
      if (row === undefined) throw new Refusal('not_found', texts.device.notFound);
      const [[view], errors, tickets, certificates] = await Promise.all([
        deviceStatus.viewsOf([row]),
        deviceHealth.errorsOf([row.id]),
        listTicketsAbout(database.sql, { serial: row.serial }, TICKETS_SHOWN + 1),
        certificatesOf(row.serial),
      ]);
      // The device's own words may name a place.
      const lastError = view!.lastError === null ? null : redacted(view!.lastError);
      const lines = [...(lastError === null ? [] : [lastError]), ...(errors.get(row.id) ?? [])];
      return {
        serialNumber: row.serial,
        nickname: row.nickname,
        hubId: row.hubId,
        firmware: row.firmware,
        dateRegistered: row.registeredAt.toISOString(),
        dateAssigned: row.assignedAt?.toISOString() ?? null,
        replacedBy: row.replacedBy,
        user: row.userEmail === null ? null : { id: row.userId, name: row.userName, email: row.userEmail },
        installer: row.installer,
        company: row.company,
        status: { ...view!, lastError },
        errorLogs: [...new Set(lines)],
        tickets: tickets.map(presentTicket),
        certificates: certificates.slice(0, CERTIFICATES_SHOWN).map((one) => presentCertificate(one, clock.now())),
      };
    },

    /** SUPL-03: the newest devices that match, for the search box. */
    async search(search: string, limit: number): Promise<DeskDevice[]> {
      return present(await listAllDevices(database.sql, { search, after: null, limit }));
    },
  };
}
