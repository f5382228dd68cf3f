import type { Stop } from '#lib/stop.ts';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';

/** Marks that a user signed out without a network, so the server still has to end the session. Contains no data. */
const entry = storageNames.pendingSignOut;

/** A browser that blocks storage has no mark. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(entry) !== null;
  } catch {
    return false;
  }
}

export const markSignOutPending = (): void => localStorage.setItem(entry, '1');

/** A new session must not be ended by an earlier sign-out. */
export const forgetPendingSignOut = (): void => {
  if (isSignOutPending()) localStorage.removeItem(entry);
};

/** Calls back when another tab signs out without a network, and when the network may be back for a pending sign-out. */
export function followPendingSignOut({ onSignOut, onNetwork }: { onSignOut: () => void; onNetwork: () => void }): Stop {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('storage', ({ key, newValue }) => key === entry && newValue !== null && onSignOut(), { signal });
  addEventListener('online', () => isSignOutPending() && onNetwork(), { signal });
  return () => controller.abort();
}
