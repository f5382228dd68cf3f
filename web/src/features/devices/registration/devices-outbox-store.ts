import type { Stop } from '#lib/stop.ts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createStore, delMany, entries as allEntries, del, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import type { Registration } from './devices.register.queries.ts';

/**
 * What is kept of a registration until it is sent. No hub and no password: those are typed while there is signal, and
 * never written to a disk.
 */
export interface KeptRegistration {
  /** Names it to the server too, so that sending it twice registers it once. */
  id: string;
  /** Nobody else who uses this browser sees it or sends it. */
  accountId: string;
  serialNumber: string;
  nickname: string | null;
  claimCode: string | null;
  sim: Registration['sim'];
  madeAt: number;
  /** Why the server did not take it; null while it waits. */
  refusal: string | null;
}

/** Nobody comes back for it after that. */
const KEPT_MS = 30 * DAY_MS;

const store = createStore('trace-outbox', 'registrations');

let shown: readonly KeptRegistration[] = [];
const listeners = new Set<() => void>();

function show(next: readonly KeptRegistration[]): void {
  shown = next.toSorted((one, other) => one.madeAt - other.madeAt);
  for (const listener of listeners) listener();
}

/** Reads what this person has waiting; other tabs may have added or sent something. */
export async function loadOutbox(accountId: string): Promise<readonly KeptRegistration[]> {
  const kept = (await allEntries<string, KeptRegistration>(store)).map(([, entry]) => entry);
  const old = kept.filter(({ madeAt }) => Date.now() - madeAt > KEPT_MS);
  if (old.length > 0)
    await delMany(
      old.map(({ id }) => id),
      store,
    );
  show(kept.filter((entry) => entry.accountId === accountId && !old.includes(entry)));
  return shown;
}

/** One registration per serial: what is kept anew takes the place of what was kept of it. */
export async function keepRegistration(entry: KeptRegistration): Promise<void> {
  const { accountId, id, serialNumber } = entry;
  const same = (await loadOutbox(accountId)).filter((other) => other.serialNumber === serialNumber && other.id !== id);
  await set(id, entry, store);
  await delMany(
    same.map((other) => other.id),
    store,
  );
  await loadOutbox(accountId);
}

export async function dropRegistration({ accountId, id }: KeptRegistration): Promise<void> {
  await del(id, store);
  await loadOutbox(accountId);
}

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useOutbox = (): readonly KeptRegistration[] => useSyncExternalStore(subscribe, () => shown);

/** What may be kept of a registration; null where it holds what is never written to a disk. */
export function keepable(
  { serialNumber, nickname, claimCode, hub, sim }: Registration,
  kept: Pick<KeptRegistration, 'id' | 'accountId' | 'madeAt'>,
): KeptRegistration | null {
  if (hub !== null || sim?.password !== undefined) return null;
  return { ...kept, serialNumber, nickname, claimCode, sim, refusal: null };
}
