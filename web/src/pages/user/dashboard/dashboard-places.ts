import type { KnownPlace } from '#features/tracking/live/tracking-known-place.ts';
import { useLastPlaces } from '#features/tracking/places/tracking.places.queries.ts';
import { pingsQuery } from '#features/ping/ping.queries.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { useQuery } from '@tanstack/react-query';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { useMemo, useState } from 'react';
import { orderDevices } from './devices/dashboard-order.ts';

export interface Places {
  of: ReadonlyMap<string, LastPlace>;
  /** Neither loaded nor failed yet. A page that is offline does not wait. */
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** Where each device was last: the newest of its known place and of this page's own pings. */
export function usePlaces(): Places {
  const places = useLastPlaces();
  const { data: pings } = useQuery(pingsQuery(null));
  const of = useMemo(() => newestPlaces(places.data ?? [], pings?.locations ?? []), [places.data, pings]);
  const { isLoading, isLoadingError, refetch } = places;
  return { of, isLoading, hasFailed: isLoadingError && of.size === 0, retry: () => void refetch() };
}

/** The last place of one device. */
export function placeOf({ of, isLoading, hasFailed, retry }: Places, device: Device | null): KnownPlace {
  return { last: device ? of.get(device.serialNumber) : undefined, isLoading, hasFailed, retry };
}

function newestPlaces(places: readonly LastPlace[], pings: readonly PingLocation[]): ReadonlyMap<string, LastPlace> {
  const newest = new Map(places.map((place) => [place.serialNumber, place]));
  for (const { serialNumber, lat, lng, accuracyM, ...ping } of pings) {
    const at = measuredAt(ping);
    const known = newest.get(serialNumber);
    if (known && known.at >= at) continue;
    newest.set(serialNumber, { serialNumber, lat, lng, accuracyM, at, speedMps: null, source: 'ping' });
  }
  return newest;
}

/** A device can answer a ping with an older fix. Instants of one form can be compared as text. */
const measuredAt = ({ at, fixAt }: Pick<PingLocation, 'at' | 'fixAt'>): string =>
  fixAt !== null && fixAt < at ? fixAt : at;

/**
 * Returns the devices in the order of need. The order is decided when the devices or their first facts arrive, and then
 * stays, so that no card moves under the pointer.
 */
export function useOrderedDevices(
  devices: readonly Device[],
  statuses: ReadonlyMap<string, DeviceStatusView>,
  places: Pick<Places, 'of' | 'isLoading'>,
): readonly Device[] {
  const key = [statuses.size > 0, !places.isLoading, ...devices.map(({ serialNumber }) => serialNumber)].join();
  const [decided, setDecided] = useState<{ key: string; serials: readonly string[] } | null>(null);
  if (decided?.key !== key) {
    const ordered = orderDevices(devices, { statuses, places: places.of, nowMs: serverNowMs() });
    setDecided({ key, serials: ordered.map(({ serialNumber }) => serialNumber) });
  }
  return useMemo(() => {
    const positions = new Map(decided?.serials.map((serial, position) => [serial, position]));
    const positionOf = ({ serialNumber }: Device) => positions.get(serialNumber) ?? positions.size;
    return devices.toSorted((one, other) => positionOf(one) - positionOf(other));
  }, [devices, decided]);
}
