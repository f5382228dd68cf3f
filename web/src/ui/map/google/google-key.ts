import { useSyncExternalStore } from 'react';
import type { Stop } from '#lib/stop.ts';

declare global {
  interface Window {
    gm_authFailure?: () => void;
  }
}

let isRefused = false;
const listeners = new Set<() => void>();

/**
 * Google calls this function when its script has loaded but the key is not allowed to draw here. Our library ignores
 * this call.
 */
window.gm_authFailure = () => {
  isRefused = true;
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns whether Google refused the key. A page loads Google's script once, so a refusal lasts until the page is
 * reloaded.
 */
export const useIsKeyRefused = (): boolean => useSyncExternalStore(subscribe, () => isRefused);
