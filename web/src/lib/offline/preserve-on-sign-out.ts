import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
/**
 * The ids by which the server knows this browser, one per user who enabled push here. Only the server can map an id to
 * its user, and the server accepts an id only from its own user. For other users the ids are random numbers.
 */
export const pushBrowsersEntry = storageNames.pushBrowsers;
/** The entry in which the UI kit keeps the chosen colour scheme. */
const colourSchemeEntry = storageNames.colourScheme;

/** Runs `work`, which clears the browser's storage, and keeps these entries. */
async function preserve<Result>(entries: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const kept = entries.map((entry) => [entry, localStorage.getItem(entry)] as const);
  const result = await work();
  for (const [entry, value] of kept) if (value !== null) localStorage.setItem(entry, value);
  return result;
}

/** Runs `work`, which clears the browser's storage, and keeps the entry about the browser itself. */
export const preservePushIds = <Result>(work: () => Promise<Result>): Promise<Result> =>
  preserve([pushBrowsersEntry], work);

/** Runs `work`, which clears the browser's storage, and keeps what is about the browser and not about its user. */
export const preserveBrowserEntries = <Result>(work: () => Promise<Result>): Promise<Result> =>
  preserve([pushBrowsersEntry, colourSchemeEntry], work);
