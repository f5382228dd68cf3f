// All devices of an installer at a glance: the table with filters and export, and the overview with counts.
// Serves installers and programs that call get-user-devices. Reads the reports of devices, device status and device
// health.
// IDASH, IDEV-01, IDEV-07, FN-01.
import type { Feature } from '#platform/feature/feature';
import { overviewRoutes } from './fleet.overview.routes.ts';
import { createOverview, type OverviewDependencies } from './fleet.overview.service.ts';
import { deviceListRoutes } from './fleet.table.routes.ts';
import { createDeviceList, type DeviceListDependencies } from './fleet.table.service.ts';

type Dependencies = DeviceListDependencies & Omit<OverviewDependencies, 'listsOf'>;

export function createFleetFeature(dependencies: Dependencies): Feature {
  const list = createDeviceList(dependencies);
  return {
    name: 'fleet',
    routes: [
      ...deviceListRoutes(list, dependencies.clock),
      ...overviewRoutes(createOverview({ ...dependencies, listsOf: list.listsOf })),
    ],
  };
}
