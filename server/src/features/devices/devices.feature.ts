// The devices that installers registered and assigned, and what another feature may know of them.
// Serves users (their list), installers (register, assign, certificate) and every feature that is about a device.
// portal.md §3 and §6, back-office.md §4; REG, IDEV.
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { Stop } from '#platform/clock/clock';
import type { SureEvent } from '#platform/stream/streams';
import { deviceRegistered } from './devices.events.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService, type DevicesDependencies } from './devices.service.ts';

export function createDevicesFeature(dependencies: DevicesDependencies) {
  const service = createDevicesService(dependencies);
  const changed: SureEvent<typeof devicesChangedEvent> = { event: devicesChangedEvent, present: async () => ({}) };
  /** Tells of every serial whose messages are stored from now on. */
  const onRegistered = (run: (serial: string) => Promise<void>): Stop =>
    dependencies.bus.on(deviceRegistered, ({ serial }) => run(serial));
  return { service, routes: devicesRoutes(service), sureEvents: [changed as SureEvent], onRegistered };
}
