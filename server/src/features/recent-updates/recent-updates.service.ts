import { randomUUID } from 'node:crypto';
import { FEED_SIZE } from '@trace/contract/recent-updates/recent-updates.rules';
import type { Announcement, NewUpdate, RecentUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { RecentUpdatesPort } from './recent-updates.port.ts';
import {
  findAnnouncement,
  hideUpdate,
  insertUpdate,
  listActive,
  listAll,
  listOutages,
  type StoredUpdate,
} from './recent-updates.store.ts';

export interface RecentUpdatesService extends RecentUpdatesPort {
  feed(): Promise<RecentUpdate[]>;
  announcement(): Promise<Announcement | null>;
}

export interface RecentUpdatesDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Outages in which a device can have gone silent and be silent still. */
const MOST_OUTAGES = 20;

/** Recent updates of the portal: all visitors read active updates, the operator publishes and hides updates. */
export function createRecentUpdatesService({ database, clock }: RecentUpdatesDependencies): RecentUpdatesService {
  return {
    feed: () => listActive(database.sql, FEED_SIZE),
    announcement: () => findAnnouncement(database.sql),
    all: (): Promise<StoredUpdate[]> => listAll(database.sql),
    begunOutages: () => listOutages(database.sql, clock.now(), MOST_OUTAGES),
    publish: (update) =>
      database.transaction(async (tx) => {
        const id = randomUUID();
        await insertUpdate(tx, { ...update, id, isActive: true, publishedAt: clock.now() });
        await audit(tx, 'recentUpdates.publish', id, update);
        return id;
      }),
    hide: (id) =>
      database.transaction(async (tx) => {
        const isHidden = await hideUpdate(tx, id);
        if (isHidden) await audit(tx, 'recentUpdates.hide', id);
        return isHidden;
      }),
  };
}

/** Runs from the server's console, where no account is signed in. */
function audit(tx: Executor, action: string, id: string, update?: NewUpdate): Promise<void> {
  const details = update ? { title: update.title, type: update.type } : {};
  return recordAudit(tx, {
    actorId: null,
    action,
    subject: { type: 'recent_update', id },
    details,
    requestId: null,
    address: null,
  });
}
