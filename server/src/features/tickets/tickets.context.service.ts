import { redacted } from '@trace/contract/device-protocol/redaction';
import type { TicketContext } from '@trace/contract/tickets/tickets.schema';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { OfflineCausesPort } from '#features/offline-causes/offline-causes.port';

export interface TicketContextDependencies {
  devices: Pick<DevicesPort, 'getFor'>;
  deviceStatus: Pick<DeviceStatusPort, 'statusOf'>;
  deviceHealth: Pick<DeviceHealthPort, 'errorsOf'>;
  offlineCauses: OfflineCausesPort;
}

/** Statuses of a device whose ticket needs no explanation. */
const reporting: ReadonlySet<string> = new Set(['online', 'updating']);

/**
 * Returns a reader of the current state of a device, as support needs the state. Another person's device counts as not
 * found.
 */
export function createContextReader({ devices, deviceStatus, deviceHealth, offlineCauses }: TicketContextDependencies) {
  return async (accountId: string, serial: string): Promise<TicketContext> => {
    const device = await devices.getFor(accountId, serial);
    const [{ view }, errors] = await Promise.all([
      deviceStatus.statusOf(device),
      deviceHealth.errorsOf([device.id], device.ownSince),
    ]);
    const last = view.lastError === null ? [] : [redacted(view.lastError)];
    return {
      serialNumber: device.serial,
      deviceName: device.name,
      status: view.status,
      network: view.network,
      lastSeen: view.lastSeen,
      batteryPct: view.batteryPct,
      signalPct: view.signalPct,
      configApplied: view.configApplied,
      errors: [...last, ...(errors.get(device.id) ?? [])],
      offline: reporting.has(view.status) ? null : await offlineCauses.explain(device),
    };
  };
}

export type ContextReader = ReturnType<typeof createContextReader>;
