import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { alertsKey } from './alerts.keys.queries.ts';

/** The person's alerts, newest first, and how many are unread. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: alertsKey,
  queryFn: ({ signal, pageParam }) =>
    api.call(listAlerts, { query: { after: pageParam, limit: alertRules.pageSize } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: { offlineRoles: ['user', 'installer'], showsOwnAge: true },
});
