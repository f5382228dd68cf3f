// Recent updates of the portal: the feed of both areas and the banner of the landing page.
// Serves all visitors. The operator publishes from the server's console.
// Portal §1, §2 (Recent Updates feed), §7, acceptance LAND-03, FEED-01.
import type { Feature } from '#platform/feature/feature';
import type { RecentUpdatesPort } from './recent-updates.port.ts';
import { recentUpdatesRoutes } from './recent-updates.routes.ts';
import { createRecentUpdatesService, type RecentUpdatesDependencies } from './recent-updates.service.ts';

export interface RecentUpdatesFeature extends Feature {
  readonly port: RecentUpdatesPort;
}

export function createRecentUpdatesFeature(dependencies: RecentUpdatesDependencies): RecentUpdatesFeature {
  const service = createRecentUpdatesService(dependencies);
  return { name: 'recent-updates', routes: recentUpdatesRoutes(service), port: service };
}
