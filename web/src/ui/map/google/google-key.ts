import { useSyncExternalStore } from 'react';
import type { Stop } from '#lib/stop.ts';

declare global {
  interface Window {
    gm_authFailure?: () => void;
  }
}

let isRefused = false;
const listeners = new Set<() => void>();

/** Google calls this name when its script came and the key is not let draw here; our library does not listen to it. */
window.gm_authFailure = () => {
  isRefused = true;
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether Google refused the key; a page loads its script once, so that holds until it is loaded anew. */
export const useIsKeyRefused = (): boolean => useSyncExternalStore(subscribe, () => isRefused);
