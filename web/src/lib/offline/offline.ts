import { useSyncExternalStore } from 'react';
import type { Stop } from '#lib/stop.ts';

export interface Offline {
  /** When the portal was last heard, in ms: what is shown is as old as that. */
  asOf: number;
  /** What is older than that, by the hash of its query. */
  older: ReadonlyMap<string, number>;
}

const nothing: ReadonlyMap<string, number> = new Map();

let offline: Offline | null = null;
const listeners = new Set<() => void>();

function change(next: Offline | null): void {
  offline = next;
  for (const listener of listeners) listener();
}

/** The portal cannot be reached: what is shown is what was known then. The first word of it stands. */
export function goOffline(asOf: number, older: ReadonlyMap<string, number> = nothing): void {
  if (offline === null) change({ asOf, older });
}

/** The portal has answered again; answers whether it was away. */
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
