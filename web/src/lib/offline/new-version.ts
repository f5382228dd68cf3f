import { createStore, useStore } from '#lib/store.ts';

/** Set by the service worker's registration, which loads after the first page. */
export const newVersion = createStore(false);

/** Returns whether a newer version of the portal exists than the version of this page. */
export const readNewVersion = newVersion.get;

export const useNewVersion = (): boolean => useStore(newVersion);
