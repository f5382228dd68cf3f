import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { notificationsChangedEvent } from '@trace/contract/notifications/notifications.stream';
import { useCallback } from 'react';
import { notificationsKey } from './notifications.queries.ts';

/** Reloads notifications when staff send or withdraw one, or another tab marks one as read. */
export function useNotificationsStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries({ queryKey: notificationsKey }), [queryClient]);
  useStreamEvent(notificationsChangedEvent, reload);
  usePollWhileDisconnected(notificationsKey);
}
