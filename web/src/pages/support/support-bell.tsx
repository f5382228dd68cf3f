import { NotificationsBell } from '#features/notifications/notifications-bell.tsx';
import { useReceivedNotifications } from '#features/notifications/notifications-received.ts';
import { useNotificationsStream } from '#features/notifications/notifications.stream.ts';

/** The bell of support staff (NOTF-02). */
export function SupportBell() {
  useNotificationsStream();
  return <NotificationsBell received={useReceivedNotifications()} />;
}
