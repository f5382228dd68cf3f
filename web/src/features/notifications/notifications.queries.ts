import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import { notificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';

/** All queries of notifications: those of the bell and those of the staff page. */
export const notificationsKey = ['notifications'] as const;

/** The stream announces changes, so a new page does not ask again at once. */
const FRESH_MS = 5 * MINUTE_MS;

/** The notifications in the bell, newest first. */
export const receivedQuery = queryOptions({
  queryKey: [...notificationsKey, 'received'],
  queryFn: async ({ signal }) => (await api.call(listNotifications, {}, { signal })).notifications,
  staleTime: FRESH_MS,
});

/** Marks as read for this person alone (T48). */
export function useReadNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.call(readNotifications, { body: { ids } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) =>
      showToast({ tone: 'failed', about: 'notifications', text: failureWords(error, texts.markFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  });
}
