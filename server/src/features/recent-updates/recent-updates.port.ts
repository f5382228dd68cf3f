import type { NewUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import type { StoredUpdate } from './recent-updates.store.ts';

/** How the operator's console and the demo world use updates. */
export interface RecentUpdatesPort {
  /** Shows the update from now on and returns its id. */
  publish(update: NewUpdate): Promise<string>;
  /** Returns false if no shown update has this id. */
  hide(id: string): Promise<boolean>;
  /** The newest shown announcement, such as of planned work. */
  newestAnnouncement(): Promise<{ title: string; publishedAt: Date } | null>;
  /** Newest published first, including hidden updates. */
  all(): Promise<StoredUpdate[]>;
}
