// What devices tell of themselves beside status and positions: events and log lines, kept before they are acknowledged.
// Serves whoever finds out what is wrong with a device; a panic is an event too, and is never dropped.
// portal.md §2 (console logs), back-office.md §2 (device health); HLTH, PANIC-06.
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { deviceHealthHandlers } from './device-health.device.ts';
import { createDeviceErrors } from './device-health.errors.service.ts';
import { createDeviceHealthService } from './device-health.service.ts';

export function createDeviceHealthFeature(dependencies: { database: Database; clock: Clock }) {
  return {
    deviceHandlers: deviceHealthHandlers(createDeviceHealthService()),
    errors: createDeviceErrors(dependencies),
  };
}
