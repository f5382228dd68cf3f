// The desk of support staff: figures, search, and the lists of all devices, companies, users and installers.
// Serves support staff. Reads the tables of other features, because a page is searched and sorted over several of them.
// Rows SUPL-03, SUPP-01.
import type { Feature } from '#platform/feature/feature';
import { createDeskDevices, type DeskDevicesDependencies } from './support-desk.devices.service.ts';
import { createDeskOverview } from './support-desk.overview.service.ts';
import { createDeskPeople, type DeskPeopleDependencies } from './support-desk.people.service.ts';
import { supportDeskRoutes } from './support-desk.routes.ts';

export function createSupportDeskFeature(dependencies: DeskDevicesDependencies & DeskPeopleDependencies): Feature {
  const devices = createDeskDevices(dependencies);
  const overview = createDeskOverview({ ...dependencies, devices });
  return { name: 'support-desk', routes: supportDeskRoutes(overview, devices, createDeskPeople(dependencies)) };
}
