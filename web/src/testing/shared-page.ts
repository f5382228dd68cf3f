import { clearStores } from '#lib/offline/browser-stores.ts';
import { dismissToast, shownToasts } from '#ui/dialogs/toast-list.ts';
import { afterAll, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';

// Files of a shared page load the portal once. Each file must leave the page as a new page is, so that files pass in
// any order and alone.

// The library itself registers this only for the first file of a page.
beforeEach(() => cleanup());

const { fetch, XMLHttpRequest, EventSource } = globalThis;
/** Libraries add these to the page once, and again when they are missing. */
const LIBRARY_PARTS =
  '[data-mantine-shared-portal-node], [aria-label="autosize measurement"], #recharts_measurement_span';

afterAll(async () => {
  await cleanup();
  const isFakeServerLeft = globalThis.fetch !== fetch;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Restores spies a second time too, and so may bring back a fake server that has stopped.
  vi.restoreAllMocks();
  Object.assign(globalThis, { fetch, XMLHttpRequest, EventSource });
  for (const toast of shownToasts.get()) dismissToast(toast.id);
  localStorage.clear();
  sessionStorage.clear();
  await clearStores();
  for (const part of document.querySelectorAll(LIBRARY_PARTS)) part.remove();

  const left = [...document.body.children].map(({ outerHTML }) => outerHTML.slice(0, 200));
  if (left.length > 0) throw new Error(`The tests of this file left elements on the page: ${left.join('\n')}`);
  if (isFakeServerLeft) throw new Error('The tests of this file left a fake server running.');
});
