// The devices that installers registered and assigned, and what another feature may know of them.
// Serves users (their list), installers (register, assign, certificate) and every feature that is about a device.
// portal.md §3 and §6, back-office.md §4; REG, IDEV.
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import type { SureEvent } from '#platform/stream/streams';
import { createDeviceList, type DeviceListDependencies } from './devices.list.service.ts';
import { deviceListRoutes } from './devices.list.routes.ts';
import { devicesPersonData } from './devices.person-data.service.ts';
import { createCompanyDevices } from './devices.companies.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createEnrolment, type EnrolmentDependencies } from './devices.enrolment.service.ts';
import { registrationRoutes } from './devices.registration.routes.ts';
import { createDevicesService, type DevicesDependencies } from './devices.service.ts';

export interface DevicesFeatureDependencies extends DevicesDependencies, EnrolmentDependencies {
  companies: DevicesDependencies['companies'] & DeviceListDependencies['companies'];
  certification: DevicesDependencies['certification'] & DeviceListDependencies['certification'];
  /** What the table of installers shows beside the devices themselves. */
  table: Pick<DeviceListDependencies, 'statusesOf' | 'errorsOf' | 'namesOf'>;
}

export function createDevicesFeature(dependencies: DevicesFeatureDependencies) {
  const known = createDevicesService(dependencies);
  const enrolment = createEnrolment(dependencies, known);
  const service = { ...known, ...enrolment.service };
  const list = createDeviceList({ ...dependencies, ...dependencies.table, devices: service });
  const changed: SureEvent<typeof devicesChangedEvent> = { event: devicesChangedEvent, present: async () => ({}) };
  const personData = devicesPersonData(dependencies.bus);
  const ofCompanies = createCompanyDevices(dependencies);
  return {
    service,
    ofCompanies,
    routes: [...devicesRoutes(known), ...registrationRoutes(service), ...deviceListRoutes(list, dependencies.clock)],
    sureEvents: [changed as SureEvent],
    onRegistered: enrolment.onRegistered,
    personData,
  };
}
