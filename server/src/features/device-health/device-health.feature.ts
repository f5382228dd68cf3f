// What devices tell of themselves beside status and positions: events and log lines, kept before they are acknowledged.
// Serves whoever finds out what is wrong with a device; a panic is an event too, and is never dropped.
// portal.md §2 (console logs), back-office.md §2 (device health); HLTH, PANIC-06.
import { deviceHealthHandlers } from './device-health.device.ts';
import { createDeviceHealthService } from './device-health.service.ts';

export function createDeviceHealthFeature() {
  return { deviceHandlers: deviceHealthHandlers(createDeviceHealthService()) };
}
