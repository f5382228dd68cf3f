import { toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { useQuery } from '@tanstack/react-query';
import type { Notification } from '@trace/contract/notifications/notifications.schema';
import { receivedQuery, useReadNotifications } from './notifications.queries.ts';

export interface Received {
  readonly notifications: readonly Notification[];
  readonly unread: number;
  readonly readAll: () => void;
}

/** The notifications in the bell. An expired one disappears without a new answer of the server. */
export function useReceivedNotifications(): Received {
  const { data = [] } = useQuery(receivedQuery);
  const nowMs = useNow('halfMinute');
  const { mutate } = useReadNotifications();
  const notifications = data.filter(({ expiresAt }) => expiresAt === null || toEpochMs(expiresAt) > nowMs);
  const unread = notifications.filter(({ isRead }) => !isRead);
  return { notifications, unread: unread.length, readAll: () => mutate(unread.map(({ id }) => id)) };
}
