import { createStore, useStore } from '#lib/store.ts';
import { storagePeriods } from '@trace/contract/privacy/privacy.storage-periods.rules';
import { outboxStore as database } from '#lib/offline/browser-stores.ts';
import { usePerson } from '#lib/session/session.ts';
import { delMany, entries as allEntries, del, set } from 'idb-keyval';
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
const KEPT_MS = storagePeriods.registrationsMs;

const shown = createStore<readonly KeptRegistration[]>([]);

/** Loads this user's waiting registrations. Other tabs may have added or sent entries. */
export async function loadOutbox(accountId: string): Promise<readonly KeptRegistration[]> {
  const kept = (await allEntries<string, KeptRegistration>(database)).map(([, entry]) => entry);
  const old = kept.filter(({ madeAt }) => Date.now() - madeAt > KEPT_MS);
  if (old.length > 0)
    await delMany(
      old.map(({ id }) => id),
      database,
    );
  const own = kept.filter((entry) => entry.accountId === accountId && !old.includes(entry));
  shown.set(own.toSorted((one, other) => one.madeAt - other.madeAt));
  return shown.get();
}

/**
 * Stores a registration. One entry is kept per serial: returns the entry of the same serial, and stores nothing, unless
 * the new entry may replace it.
 */
export async function keepRegistration(entry: KeptRegistration, mayReplace = false): Promise<KeptRegistration | null> {
  const { accountId, id, serialNumber } = entry;
  const same = (await loadOutbox(accountId)).filter((other) => other.serialNumber === serialNumber && other.id !== id);
  if (same[0] && !mayReplace) return same[0];
  await set(id, entry, database);
  await delMany(
    same.map((other) => other.id),
    database,
  );
  await loadOutbox(accountId);
  return null;
}

export async function dropRegistration({ accountId, id }: KeptRegistration): Promise<void> {
  await del(id, database);
  await loadOutbox(accountId);
}

/** Returns the waiting registrations of the signed-in user. A previous user's may still be in memory. */
export function useOutbox(): readonly KeptRegistration[] {
  const { id } = usePerson();
  return useStore(shown).filter(({ accountId }) => accountId === id);
}

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
