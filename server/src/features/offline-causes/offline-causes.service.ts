import type { OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';
import { offlineCausesTexts as texts } from '@trace/contract/offline-causes/offline-causes.texts';
import { redacted } from '@trace/contract/device-protocol/redaction';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { RecentUpdatesPort } from '#features/recent-updates/recent-updates.port';
import type { FixTimesPort } from '#features/tracking/tracking.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { ExplainedDevice, OfflineCausesPort } from './offline-causes.port.ts';
import { causesOf } from './offline-causes.rules.ts';

export interface OfflineCausesDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'findFor' | 'deviceIdsOf'>;
  deviceStatus: Pick<DeviceStatusPort, 'lastReportOf' | 'countConnected'>;
  deviceHealth: Pick<DeviceHealthPort, 'troubleOf'>;
  hubs: Pick<HubsPort, 'linkOf'>;
  fixes: FixTimesPort;
  recentUpdates: Pick<RecentUpdatesPort, 'begunOutages'>;
  /** The end of the last certificate of a serial. */
  certificateEndOf(serial: string): Promise<Date | null>;
  /** The gateway accepts connections of devices. */
  isGatewayOpen(): boolean;
}

export interface OfflineCausesService extends OfflineCausesPort {
  explainTo(actor: Actor, serial: string): Promise<OfflineCauses>;
  explainToStaff(serial: string): Promise<OfflineCauses>;
}

export function createOfflineCausesService(dependencies: OfflineCausesDependencies): OfflineCausesService {
  const { database, clock, devices, deviceStatus, deviceHealth, hubs, fixes, recentUpdates } = dependencies;
  const { certificateEndOf, isGatewayOpen } = dependencies;

  const explain = async (device: ExplainedDevice): Promise<OfflineCauses> => {
    const [reported, trouble, hub, lastFixAt, outages, certificateEndsAt] = await Promise.all([
      deviceStatus.lastReportOf(device),
      deviceHealth.troubleOf(device.id, device.ownSince),
      hubs.linkOf(database.sql, device.id),
      fixes.lastFixAt(device.id),
      recentUpdates.begunOutages(),
      certificateEndOf(device.serial),
    ]);
    const report = { ...reported, lastError: reported.lastError === null ? null : redacted(reported.lastError) };
    const now = clock.now();
    return {
      serialNumber: device.serial,
      checkedAt: now.toISOString(),
      status: report.status,
      report: {
        lastSeen: report.heardAt?.toISOString() ?? null,
        batteryPct: report.batteryPct,
        externalPower: report.externalPower,
        signalPct: report.signalPct,
        networkType: report.networkType,
        firmware: report.firmware,
        hubName: hub?.hubName ?? null,
      },
      wakesAt: report.status === 'sleeping' ? (report.wakesAt?.toISOString() ?? null) : null,
      ...causesOf({
        ...{ now, report, lastFixAt, outages, certificateEndsAt },
        isReplaced: device.replacedBy !== null,
        errors: trouble.errors,
        powerCutAt: trouble.powerCutAt,
        hub: hub && { name: hub.hubName, brokenSince: hub.brokenSince },
        areServersListening: isGatewayOpen(),
      }),
      devices: null,
    };
  };

  return {
    explain,
    async explainTo(actor, serial) {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) throw new Refusal('not_found', texts.notFound);
      return explain(device);
    },
    async explainToStaff(serial) {
      const id = (await devices.deviceIdsOf([serial])).get(serial);
      if (id === undefined) throw new Refusal('not_found', texts.notFound);
      const [explained, connected] = await Promise.all([
        explain({ id, serial, replacedBy: null, ownSince: null }),
        deviceStatus.countConnected(),
      ]);
      return { ...explained, devices: connected };
    },
  };
}
