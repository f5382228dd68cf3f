import type { NewUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import type { PlannedOutage, StoredUpdate } from './recent-updates.store.ts';

export type { PlannedOutage };

/** How the operator's console and the demo world use updates. */
export interface RecentUpdatesPort {
  /** Shows the update from now on and returns its id. */
  publish(update: NewUpdate): Promise<string>;
  /** Returns false if no shown update has this id. */
  hide(id: string): Promise<boolean>;
  /** Planned outages of shown updates that have begun, newest first. */
  begunOutages(): Promise<PlannedOutage[]>;
  /** Newest published first, including hidden updates. */
  all(): Promise<StoredUpdate[]>;
}
