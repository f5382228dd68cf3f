import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { clear, createStore, keys } from 'idb-keyval';

// Every database of a user in this browser stands here, so that signing out without a network clears all of them.
export const lastStateStore = createStore(storageNames.lastState, 'last-state');
export const outboxStore = createStore(storageNames.registrations, 'registrations');
export const draftStore = createStore(storageNames.draft, 'registrations');

/** Clears all stores. A database cannot be deleted while a page has it open. */
export async function clearStores(): Promise<void> {
  await Promise.all([lastStateStore, outboxStore, draftStore].map((store) => clear(store)));
}

/** How many registrations signing out would delete. */
export const countRegistrations = async (): Promise<number> => (await keys(outboxStore)).length;
