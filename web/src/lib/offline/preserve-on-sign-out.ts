/**
 * By which ids the server knows this browser, one for each person who had push on here. Only the server can tell whose
 * they are, and it takes one from its own person alone: for anybody else they are random numbers.
 */
export const pushBrowsersEntry = 'trace-push-browsers';

/** Does what makes the browser forget what it stored, and keeps the entry that is about the browser itself. */
export async function preservePushIds<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = localStorage.getItem(pushBrowsersEntry);
  const result = await work();
  if (kept !== null) localStorage.setItem(pushBrowsersEntry, kept);
  return result;
}
