// Reports of devices beside status and positions: events and log lines, stored before the acknowledgement.
// Serves the diagnosis of device problems. A panic is also an event and is never dropped.
// Rows HLTH, PANIC-06.
import type { Registry } from 'prom-client';
import type { Clock } from '#platform/clock/clock';
import type { Feature } from '#platform/feature/feature';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { deviceHealthHandlers } from './device-health.device.ts';
import { createDeviceErrors } from './device-health.errors.service.ts';
import type { DeviceHealthPort } from './device-health.port.ts';
import { deleteOldReports } from './device-health.retention.store.ts';
import { createDeviceHealthService } from './device-health.service.ts';

export interface DeviceHealthDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Registry;
}

export function createDeviceHealthFeature(
  dependencies: DeviceHealthDependencies,
): Feature & { readonly port: DeviceHealthPort } {
  const service = createDeviceHealthService(dependencies);
  const port: DeviceHealthPort = { ...createDeviceErrors(dependencies), onEvents: service.onEvents };
  return {
    name: 'device-health',
    port,
    deviceHandlers: deviceHealthHandlers(service),
    retention: [{ kind: 'deviceLogs', take: deleteOldReports }],
    after: { deviceHandlers: ['tracking'] },
  };
}
