import type { NewUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import type { StoredUpdate } from './recent-updates.store.ts';

/** What the operator's console and the demo world do with updates. */
export interface RecentUpdatesPort {
  /** Shows it from now on; answers its id. */
  publish(update: NewUpdate): Promise<string>;
  /** False when there is no shown one with this id. */
  hide(id: string): Promise<boolean>;
  /** Newest published first, hidden ones too. */
  all(): Promise<StoredUpdate[]>;
}
