import { createStore, useStore } from '#lib/store.ts';

export interface Offline {
  /** When the server last responded, in ms: the age of the data shown. */
  asOf: number;
  /** Queries that are older, by hash. */
  older: ReadonlyMap<string, number>;
}

const nothing: ReadonlyMap<string, number> = new Map();

const offline = createStore<Offline | null>(null);

/** Marks the portal as unreachable, so that the page shows the last known state. The first call sets the time. */
export function goOffline(asOf: number, older: ReadonlyMap<string, number> = nothing): void {
  if (offline.get() === null) offline.set({ asOf, older });
}

/** Adds a query that the page has loaded from the saved state. */
export function markOlder(hash: string, keptAt: number): void {
  const before = offline.get();
  if (before !== null) offline.set({ ...before, older: new Map([...before.older, [hash, keptAt]]) });
}

/** Marks the portal as reachable again. Returns whether the portal was unreachable. */
export function comeBack(): boolean {
  if (offline.get() === null) return false;
  offline.set(null);
  return true;
}

export const readOffline = offline.get;

/** Null while the portal answers. */
export const useOffline = (): Offline | null => useStore(offline);
