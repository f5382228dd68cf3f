import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { alertRules } from '@trace/contract/alerts/alerts.rules';

/** What the person chose, and their browsers; push may be renewed before anybody looks at them. */
export const alertSettingsKey = ['alert-settings'] as const;

/** The person's alerts, newest first, and how many are unread. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listAlerts, { query: { after: pageParam, limit: alertRules.pageSize } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: { offlineRoles: ['user'], isKeptAlong: true },
});
