// Recent updates of the portal: the feed of both areas and the banner of the landing page.
// Serves all visitors. Support staff publish in the portal, the operator from the server's console.
// Portal §1, §2 (Recent Updates feed), §7, acceptance LAND-03, FEED-01, UPD-01.
import type { Feature } from '#platform/feature/feature';
import { recentUpdatesPersonData } from './recent-updates.person-data.service.ts';
import type { RecentUpdatesPort } from './recent-updates.port.ts';
import { recentUpdatesRoutes } from './recent-updates.routes.ts';
import { createRecentUpdatesService, type RecentUpdatesDependencies } from './recent-updates.service.ts';
import { managedUpdatesRoutes } from './recent-updates.staff.routes.ts';
import { createManagedUpdates } from './recent-updates.staff.service.ts';

export interface RecentUpdatesFeature extends Feature {
  readonly port: RecentUpdatesPort;
}

export function createRecentUpdatesFeature(dependencies: RecentUpdatesDependencies): RecentUpdatesFeature {
  const service = createRecentUpdatesService(dependencies);
  return {
    name: 'recent-updates',
    routes: [...recentUpdatesRoutes(service), ...managedUpdatesRoutes(createManagedUpdates(dependencies))],
    port: service,
    personData: recentUpdatesPersonData,
  };
}
