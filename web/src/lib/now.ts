import { useSyncExternalStore } from 'react';
import { clockAheadMs } from './stream/server-clock.ts';
import { useStore } from './store.ts';
import type { Stop } from './stop.ts';

interface Ticker {
  subscribe: (listener: () => void) => Stop;
  read: () => number;
}

/** React reads several times in a render, and all of these must agree. */
const FRESH_MS = 100;

/** A single interval shared by all listeners. The interval runs only while there are listeners. */
function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  };
  // A computer that slept, or a page in the background, has missed ticks: an age that is hours old would read 'just now'.
  const catchUp = () => {
    if (document.visibilityState === 'visible') tick();
  };
  const subscribe = (listener: () => void): Stop => {
    if (listeners.size === 0) {
      nowMs = Date.now();
      timer = setInterval(tick, everyMs);
      document.addEventListener('visibilitychange', catchUp);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', catchUp);
    };
  };
  /** React reads before it subscribes, so the first frame after a page without ages would show the ages of that time. */
  const read = (): number => {
    if (listeners.size === 0 && Date.now() - nowMs > FRESH_MS) nowMs = Date.now();
    return nowMs;
  };
  return { subscribe, read };
}

const tickers = { second: createTicker(1_000), halfMinute: createTicker(30_000) };

type Pace = keyof typeof tickers;

/**
 * The server's time in ms, renewed each second or each half minute; all watchers change together. Instants from the
 * server are compared with this time, because a browser's clock can be wrong by days (LIVE-13).
 */
export function useNow(every: Pace): number {
  return useBrowserNow(every) + useStore(clockAheadMs);
}

/** The browser's time in ms, for instants that the page itself noted. */
export function useBrowserNow(every: Pace): number {
  const { subscribe, read } = tickers[every];
  return useSyncExternalStore(subscribe, read, read);
}

/** Calls the listener each second or each half minute, for parts that write the time themselves. */
export function onTick(every: Pace, listener: () => void): Stop {
  return tickers[every].subscribe(listener);
}
