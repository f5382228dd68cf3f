import type { NotificationType } from '@trace/contract/notifications/notifications.rules';
import type { Executor } from '#platform/db/database';

/** Notifications that the portal itself sends. */
export interface NotificationsPort {
  /** Notifies support staff in the caller's transaction. Shown for a week. */
  notifyStaff(tx: Executor, notification: { title: string; message: string; type: NotificationType }): Promise<void>;
}
