import { api } from '#lib/http/api.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { gapEvent, helloEvent } from '@trace/contract/kernel/stream';
import { listLastPlaces, type LastPlace } from '@trace/contract/tracking/tracking.places.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { useCallback } from 'react';

const lastPlacesQuery = queryOptions({
  queryKey: ['last-places'],
  meta: { offlineRoles: ['user'], showsOwnAge: true },
  queryFn: async ({ signal }) => (await api.call(listLastPlaces, {}, { signal })).places,
  ...pageData,
});

/**
 * Returns the last place of each device, which follows pushed positions. Fetches the places again after a gap, and when
 * the devices change: a device that returns must not show its place from before.
 */
export function useLastPlaces(): UseQueryResult<LastPlace[]> {
  const queryClient = useQueryClient();
  const put = useCallback(
    (position: Position) =>
      applyPushedUpdate(queryClient, lastPlacesQuery.queryKey, (before) => before && withPosition(before, position)),
    [queryClient],
  );
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: lastPlacesQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(positionEvent, put);
  useStreamEvent(helloEvent, reload);
  useStreamEvent(gapEvent, reload);
  useStreamEvent(devicesChangedEvent, reload);
  usePollWhileDisconnected(lastPlacesQuery.queryKey);
  return useQuery(lastPlacesQuery);
}

/** A position that was measured earlier than the known place changes nothing. */
function withPosition(before: LastPlace[], position: Position): LastPlace[] {
  const { serialNumber, lat, lng, accuracyM, speedMps, source, at } = position;
  if (lat === null || lng === null) return before;
  const known = before.find((place) => place.serialNumber === serialNumber);
  if (known && Date.parse(known.at) >= at) return before;
  const place = { serialNumber, lat, lng, accuracyM, speedMps, source, at: new Date(at).toISOString() };
  return [...before.filter((each) => each !== known), place];
}
