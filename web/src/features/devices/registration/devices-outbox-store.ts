import type { Stop } from '#lib/stop.ts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createStore, delMany, entries as allEntries, del, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import type { Registration } from './devices.register.queries.ts';

/**
 * A registration stored until sent. Hub and password are excluded: the user types both while there is signal, and
 * neither is ever written to disk.
 */
export interface KeptRegistration {
  /** The idempotency key for the server: sending the entry twice registers the device once. */
  id: string;
  /** The account that sees and sends this entry. No other user of this browser can. */
  accountId: string;
  serialNumber: string;
  nickname: string | null;
  claimCode: string | null;
  sim: Registration['sim'];
  madeAt: number;
  /** Why the server refused the registration, or null while the entry waits. */
  refusal: string | null;
}

/** Older entries are deleted as abandoned. */
const KEPT_MS = 30 * DAY_MS;

const store = createStore('trace-outbox', 'registrations');

let shown: readonly KeptRegistration[] = [];
const listeners = new Set<() => void>();

function show(next: readonly KeptRegistration[]): void {
  shown = next.toSorted((one, other) => one.madeAt - other.madeAt);
  for (const listener of listeners) listener();
}

/** Loads this user's waiting registrations. Other tabs may have added or sent entries. */
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

/** Stores a registration. One entry is kept per serial, so a new entry replaces an older entry. */
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

/**
 * Returns the storable part of a registration, or null if the registration has a hub or a password, which are never
 * written to disk.
 */
export function keepable(
  { serialNumber, nickname, claimCode, hub, sim }: Registration,
  kept: Pick<KeptRegistration, 'id' | 'accountId' | 'madeAt'>,
): KeptRegistration | null {
  if (hub !== null || sim?.password !== undefined) return null;
  return { ...kept, serialNumber, nickname, claimCode, sim, refusal: null };
}
