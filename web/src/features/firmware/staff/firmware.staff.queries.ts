import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import {
  listReleases,
  listRolloutDevices,
  listRollouts,
  previewRollout,
  readRollout,
  readStaffDeviceFirmware,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import type { BodyOf, QueryOf } from '@trace/contract/kernel/endpoint';
import { isOver } from '../rollouts/firmware-rollout-state.ts';

/** How often a rollout that has not ended is loaded again. The default of `refetchInterval` spares a hidden page. */
const WATCH_MS = 4_000;
const REFRESH_MS = 30_000;

const key = ['firmware'] as const;
const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};

/** Loaded again by itself, because rollouts and devices begin and cease to use versions. */
export const releasesQuery = infiniteQueryOptions({
  queryKey: [...key, 'releases'],
  queryFn: ({ signal, pageParam: after }) =>
    api.call(listReleases, { query: { after, limit: firmwareRules.releasePageSize } }, { signal }),
  refetchInterval: REFRESH_MS,
  ...paged,
});

/** The server lists rollouts that have not ended first. */
export const rolloutsQuery = infiniteQueryOptions({
  queryKey: [...key, 'rollouts'],
  queryFn: ({ signal, pageParam: after }) => api.call(listRollouts, { query: { after, limit: 20 } }, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ rollouts }) => rollouts.some((rollout) => !isOver(rollout))) ? WATCH_MS : false,
  ...paged,
});

export const rolloutQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'rollout', id],
    queryFn: ({ signal }) => api.call(readRollout, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : WATCH_MS),
  });

export type DeviceFilter = NonNullable<QueryOf<typeof listRolloutDevices>['state']>;

/** Each load is recorded in the audit log, so the list loads only when a person opens it. */
export const rolloutDevicesQuery = (id: string, state: DeviceFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: [...key, 'rollout-devices', id, state],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(
        listRolloutDevices,
        { params: { id }, query: { state, after, limit: firmwareRules.devicePageSize } },
        { signal },
      ),
    ...paged,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type NewRollout = BodyOf<typeof previewRollout>;

/** Null: the form is not complete. */
export const previewQuery = (body: NewRollout | null) =>
  queryOptions({
    queryKey: [...key, 'preview', body],
    queryFn: ({ signal }) => api.call(previewRollout, { body: body! }, { signal }),
    enabled: body !== null,
    retry: false,
  });

export const deviceFirmwareQuery = (serial: string) =>
  queryOptions({
    queryKey: [...key, 'device', serial],
    queryFn: ({ signal }) => api.call(readStaffDeviceFirmware, { params: { serial } }, { signal }),
  });
