import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import { healthPage } from '@trace/contract/device-health/device-health.rules';

/** The health of all devices, asked anew each minute, because devices fall silent without an event. */
export const healthQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['device-health', search],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listDeviceHealth, { query: { search, after, limit: healthPage.usual } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
