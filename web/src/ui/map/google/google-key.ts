import { createStore, useStore } from '#lib/store.ts';

declare global {
  interface Window {
    gm_authFailure?: () => void;
  }
}

const refused = createStore(false);

/**
 * Google calls this function when its script has loaded but the key is not allowed to draw here. Our library ignores
 * this call.
 */
window.gm_authFailure = () => refused.set(true);

/**
 * Returns whether Google refused the key. A page loads Google's script once, so a refusal lasts until the page is
 * reloaded.
 */
export const useIsKeyRefused = (): boolean => useStore(refused);
