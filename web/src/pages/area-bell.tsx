import { AlertsBell } from '#features/alerts/alerts-bell.tsx';
import { useReceivedNotifications } from '#features/notifications/notifications-received.ts';
import { useNotificationsStream } from '#features/notifications/notifications.stream.ts';
import { lazy } from 'react';

/** Few look on most pages: the list is fetched with the first look. */
const NotificationsSection = lazy(() => import('#features/notifications/notifications-section.tsx'));

/** The single bell of an area: notifications of support above the alerts of the person's devices (NOTF-02, ALRT-01). */
export default function AreaBell({ area }: { area: 'user' | 'installer' }) {
  useNotificationsStream();
  const { notifications, unread, readAll } = useReceivedNotifications();
  const section = notifications.length === 0 ? null : <NotificationsSection notifications={notifications} />;
  return <AlertsBell area={area} notices={{ unread, readAll, section }} />;
}
