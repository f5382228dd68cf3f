// Reports of devices beside status and positions: events and log lines, stored before the acknowledgement.
// Serves the diagnosis of device problems and the health page of support staff. A panic is also an event and is never
// dropped.
// Rows HLTH, PANIC-06.
import type { Registry } from 'prom-client';
import type { Feature } from '#platform/feature/feature';
import type { Log } from '#platform/log/log';
import { deviceHealthHandlers } from './device-health.device.ts';
import { createDeviceErrors } from './device-health.errors.service.ts';
import type { DeviceHealthPort } from './device-health.port.ts';
import { deleteOldReports } from './device-health.retention.store.ts';
import { deviceHealthRoutes } from './device-health.routes.ts';
import { createDeviceHealthService } from './device-health.service.ts';
import { createStaffHealth, type StaffHealthDependencies } from './device-health.staff.service.ts';

export interface DeviceHealthDependencies extends StaffHealthDependencies {
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
    routes: deviceHealthRoutes(createStaffHealth(dependencies)),
    deviceHandlers: deviceHealthHandlers(service),
    retention: [{ kind: 'deviceLogs', take: deleteOldReports }],
    after: { deviceHandlers: ['tracking'] },
  };
}
