import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import type { Announcement, RecentUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import type { FakeServer } from './fake-server.ts';

export interface UpdatesWorld {
  feed: RecentUpdate[];
  announcement: Announcement | null;
}

export function anUpdate(title: string, change: Partial<RecentUpdate> = {}): RecentUpdate {
  return {
    id: crypto.randomUUID(),
    title,
    description: 'Every command now shows when it was queued, sent, acknowledged and answered.',
    type: 'feature',
    isNew: false,
    publishedAt: '2026-03-02T00:00:00.000Z',
    ...change,
  };
}

export const noUpdates = (): UpdatesWorld => ({ feed: [], announcement: null });

export function serveUpdates(server: FakeServer, updates: UpdatesWorld): void {
  server.on(listRecentUpdates, () => ({ updates: updates.feed }));
  server.on(getAnnouncement, () => ({ announcement: updates.announcement }));
}
