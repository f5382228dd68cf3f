import { createStore, useStore } from '#lib/store.ts';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { useEffect } from 'react';

/** LOCREQ-05: the position that an installer requested, shown on a map until it is closed. */
export const shownLocation = createStore<PingLocation | null>(null);

/** The newest position of each device that the installer requested in this tab. Never stored. */
const found = createStore<ReadonlyMap<string, PingLocation>>(new Map());

/** The devices whose position the open page shows itself. */
const inPlace = new Set<string>();

export function showLocation(location: PingLocation): void {
  found.set(new Map(found.get()).set(location.serialNumber, location));
  if (!inPlace.has(location.serialNumber)) shownLocation.set(location);
}

/** Called when the person leaves the area: the next person of this browser must not see these positions. */
export function forgetLocations(): void {
  shownLocation.set(null);
  found.set(new Map());
}

/** REG-15: the newest requested position of a device, for a page that shows the position itself. */
export function useFoundLocation(serial: string): PingLocation | null {
  useEffect(() => {
    inPlace.add(serial);
    return () => void inPlace.delete(serial);
  }, [serial]);
  return useStore(found).get(serial) ?? null;
}
