import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import { openRoute, type Route } from '#platform/http/route';
import type { RecentUpdatesService } from './recent-updates.service.ts';

export const recentUpdatesRoutes = (service: RecentUpdatesService): Route[] => [
  openRoute(listRecentUpdates, async () => ({ updates: await service.feed() })),
  openRoute(getAnnouncement, async () => ({ announcement: await service.announcement() })),
];
