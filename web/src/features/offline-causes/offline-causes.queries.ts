import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { explainOffline, explainOfflineToStaff } from '@trace/contract/offline-causes/offline-causes.api';

/** Causes follow from old data, so they age slowly. A report of the device ends the question. */
const RELOAD_MS = 2 * MINUTE_MS;

export const offlineCausesQuery = (serial: string, isStaff: boolean) =>
  queryOptions({
    queryKey: ['offline-causes', serial, isStaff],
    queryFn: ({ signal }) =>
      api.call(isStaff ? explainOfflineToStaff : explainOffline, { params: { serial } }, { signal }),
    refetchInterval: RELOAD_MS,
  });
