// What is new in the portal: the feed of both areas and the banner of the landing page.
// Serves everybody; the operator publishes from the server's console.
// Portal §1, §2 (Recent Updates feed), §7, acceptance LAND-03, FEED-01.
import type { Route } from '#platform/http/route';
import type { RecentUpdatesPort } from './recent-updates.port.ts';
import { recentUpdatesRoutes } from './recent-updates.routes.ts';
import { createRecentUpdatesService, type RecentUpdatesDependencies } from './recent-updates.service.ts';

export interface RecentUpdatesFeature {
  readonly routes: Route[];
  readonly port: RecentUpdatesPort;
}

export function createRecentUpdatesFeature(dependencies: RecentUpdatesDependencies): RecentUpdatesFeature {
  const service = createRecentUpdatesService(dependencies);
  return { routes: recentUpdatesRoutes(service), port: service };
}
