// The devices that installers registered and assigned, and what another feature may know of them.
// Serves users (their list), installers (register, assign, certificate) and every feature that is about a device.
// portal.md §3 and §6, back-office.md §4; REG, IDEV.
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { Stop } from '#platform/clock/clock';
import type { SureEvent } from '#platform/stream/streams';
import { deviceRegistered, deviceRemoved } from './devices.events.ts';
import { devicesPersonData } from './devices.person-data.service.ts';
import { createCompanyDevices } from './devices.companies.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService, type DevicesDependencies } from './devices.service.ts';

export function createDevicesFeature(dependencies: DevicesDependencies) {
  const service = createDevicesService(dependencies);
  const changed: SureEvent<typeof devicesChangedEvent> = { event: devicesChangedEvent, present: async () => ({}) };
  /** Tells of every serial whose messages are stored, or stored no longer, from now on. */
  const onRegistered = (run: (serial: string) => Promise<void>): Stop => {
    const stops = [deviceRegistered, deviceRemoved].map((event) =>
      dependencies.bus.on(event, ({ serial }: { serial: string }) => run(serial)),
    );
    return () => stops.forEach((stop) => stop());
  };
  const personData = devicesPersonData(dependencies.bus);
  const ofCompanies = createCompanyDevices(dependencies);
  return {
    service,
    ofCompanies,
    routes: devicesRoutes(service),
    sureEvents: [changed as SureEvent],
    onRegistered,
    personData,
  };
}
