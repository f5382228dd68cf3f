import { api } from '#lib/http/api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listActivity } from '@trace/contract/activity/activity.api';

/** System Activity. While a new search loads, the result of the one before stays. */
export const activityQuery = (search: string) =>
  queryOptions({
    queryKey: ['support', 'activity', search],
    queryFn: ({ signal }) => api.call(listActivity, { query: search === '' ? {} : { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
