import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Stop } from './stop.ts';

/** What counts as a sign of the person (SESS-03). */
const signs = ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart'] as const;

/** A call this long after the last sign is the page's own doing, and keeps no session alive. */
const RECENT_MS = MINUTE_MS;

// Opening the page is a sign by itself.
let lastSignAt = Date.now();

const noteSign = (): void => {
  lastSignAt = Date.now();
};

/** Begins to watch for signs of the person. */
export function watchActivity(page: EventTarget): Stop {
  for (const sign of signs) page.addEventListener(sign, noteSign, { capture: true, passive: true });
  return () => {
    for (const sign of signs) page.removeEventListener(sign, noteSign, { capture: true });
  };
}

/** Headers that tell the server whether a person is behind a call. */
export function activityHeaders(): Record<string, string> {
  return Date.now() - lastSignAt <= RECENT_MS ? {} : { 'x-trace-background': '1' };
}
