import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
/**
 * The ids by which the server knows this browser, one per user who enabled push here. Only the server can map an id to
 * its user, and the server accepts an id only from its own user. For other users the ids are random numbers.
 */
export const pushBrowsersEntry = storageNames.pushBrowsers;

/** Runs `work`, which clears the browser's storage, and keeps the entry about the browser itself. */
export async function preservePushIds<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = localStorage.getItem(pushBrowsersEntry);
  const result = await work();
  if (kept !== null) localStorage.setItem(pushBrowsersEntry, kept);
  return result;
}
