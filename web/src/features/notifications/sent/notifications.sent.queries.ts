import { api, failureWords } from '#lib/http/api.ts';
import { useRequestId } from '#lib/http/request-id.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationRules, type NotificationType } from '@trace/contract/notifications/notifications.rules';
import type { NewNotification, SentNotification } from '@trace/contract/notifications/notifications.schema';
import {
  createNotification,
  listSentNotifications,
  withdrawNotification,
} from '@trace/contract/notifications/notifications.staff.api';
import { sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { notificationsKey } from '../notifications.queries.ts';

export interface SentFilter {
  readonly search: string;
  readonly type: NotificationType | undefined;
}

/** The notifications of all audiences, newest first. */
export const sentQuery = ({ search, type }: SentFilter) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'sent', search, type],
    queryFn: ({ signal, pageParam: after }) => {
      const query = { search, type, after, limit: notificationRules.pageSize };
      return api.call(listSentNotifications, { query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The dialog keeps the typed text and shows a failure itself. */
export function useCreateNotification() {
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  return useMutation({
    mutationFn: (body: NewNotification) => api.call(createNotification, { body: { id: idOf(body), ...body } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      forget();
      showToast({ tone: 'done', about: 'notifications', text: texts.createdToast });
      return queryClient.invalidateQueries({ queryKey: notificationsKey });
    },
  });
}

export function useWithdrawNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SentNotification) => api.call(withdrawNotification, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'notifications', text: texts.withdrawDone }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'notifications', text: failureWords(error, texts.withdrawFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  });
}
