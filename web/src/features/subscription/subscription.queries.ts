import { api } from '#lib/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { getSubscription } from '@trace/contract/subscription/subscription.api';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => api.call(getSubscription, {}, { signal }),
});
