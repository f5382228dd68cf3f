// The devices that installers registered and assigned, and what another feature may know of them.
// Serves users (their list), installers (register, assign, certificate) and every feature that is about a device.
// portal.md §3 and §6, back-office.md §4; REG, IDEV.
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { Stop } from '#platform/clock/clock';
import type { SureEvent } from '#platform/stream/streams';
import { deviceRegistered, deviceRemoved } from './devices.events.ts';
import { createDeviceList, type DeviceListDependencies } from './devices.list.service.ts';
import { deviceListRoutes } from './devices.list.routes.ts';
import { devicesPersonData } from './devices.person-data.service.ts';
import { createCompanyDevices } from './devices.companies.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService, type DevicesDependencies } from './devices.service.ts';

export interface DevicesFeatureDependencies extends DevicesDependencies {
  companies: DevicesDependencies['companies'] & DeviceListDependencies['companies'];
  certification: DevicesDependencies['certification'] & DeviceListDependencies['certification'];
  /** What the table of installers shows beside the devices themselves. */
  table: Pick<DeviceListDependencies, 'statusesOf' | 'errorsOf' | 'namesOf'>;
}

export function createDevicesFeature(dependencies: DevicesFeatureDependencies) {
  const service = createDevicesService(dependencies);
  const list = createDeviceList({ ...dependencies, ...dependencies.table, devices: service });
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
    routes: [...devicesRoutes(service), ...deviceListRoutes(list, dependencies.clock)],
    sureEvents: [changed as SureEvent],
    onRegistered,
    personData,
  };
}
