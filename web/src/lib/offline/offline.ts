import { useSyncExternalStore } from 'react';
import type { Stop } from '#lib/stop.ts';

export interface Offline {
  /** When the server last responded, in ms: the age of the data shown. */
  asOf: number;
  /** Queries that are older, by hash. */
  older: ReadonlyMap<string, number>;
}

const nothing: ReadonlyMap<string, number> = new Map();

let offline: Offline | null = null;
const listeners = new Set<() => void>();

function change(next: Offline | null): void {
  offline = next;
  for (const listener of listeners) listener();
}

/** Marks the portal as unreachable, so that the page shows the last known state. The first call sets the time. */
export function goOffline(asOf: number, older: ReadonlyMap<string, number> = nothing): void {
  if (offline === null) change({ asOf, older });
}

/** Marks the portal as reachable again. Returns whether the portal was unreachable. */
export function comeBack(): boolean {
  if (offline === null) return false;
  change(null);
  return true;
}

export const readOffline = (): Offline | null => offline;

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Null while the portal answers. */
export const useOffline = (): Offline | null => useSyncExternalStore(subscribe, readOffline);
