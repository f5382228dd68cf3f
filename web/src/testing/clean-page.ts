// Test files share a page, because the browser takes longer to load and compile the portal anew than to run most
// files. Each file finds the page as it was at first: its size, its clock, its globals and functions, and no content.
import { clockAheadMs } from '#lib/stream/server-clock.ts';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';

beforeAll(async () => {
  clockAheadMs.set(0);
  await page.viewport(1_440, 900);
});

// The library itself does this only for the first file of a page.
beforeEach(cleanup);

afterAll(async () => {
  await cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
