import { MINUTE_MS } from '@trace/contract/kernel/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnMissingPart } from './reload-on-missing-part.ts';

const miss = 'vite:preloadError';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page of a tab. A reloaded page of the same tab has the same marks. */
function openPage({ isOnline = true, marks = new Map<string, string>() } = {}) {
  const page = new EventTarget();
  const network = { isOnline };
  const reload = vi.fn<() => void>();
  reloadOnMissingPart({
    page,
    isOnline: () => network.isOnline,
    marks: { getItem: (name) => marks.get(name) ?? null, setItem: (name, value) => void marks.set(name, value) },
    reload,
  });
  return { network, marks, reload, loseChunk: () => page.dispatchEvent(new Event(miss)) };
}

test('a missing chunk reloads the page once, also in the reloaded page [PWA-01]', () => {
  const first = openPage();
  first.loseChunk();
  first.loseChunk();
  expect(first.reload).toHaveBeenCalledTimes(1);
  const second = openPage({ marks: first.marks });
  second.loseChunk();
  expect(second.reload).not.toHaveBeenCalled();
});

test('a chunk that is missing after the pause of a minute reloads the page again [PWA-01]', () => {
  const { reload, loseChunk } = openPage();
  loseChunk();
  vi.advanceTimersByTime(MINUTE_MS - 1);
  loseChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  loseChunk();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a chunk missed offline does not reload the page, and leaves the reload for the network [PWA-01]', () => {
  const { network, reload, loseChunk } = openPage({ isOnline: false });
  loseChunk();
  expect(reload).not.toHaveBeenCalled();
  network.isOnline = true;
  loseChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});
