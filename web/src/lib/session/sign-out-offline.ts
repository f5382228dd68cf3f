import { clearStores } from '#lib/offline/browser-stores.ts';
import { ON_DEMAND_CACHE } from '#lib/offline/on-demand-cache.ts';
import { preserveBrowserEntries } from '#lib/offline/preserve-on-sign-out.ts';
import { api, isUnreachable } from '#lib/http/api.ts';
import { signOut } from '@trace/contract/auth/auth.api';
import { forgetPendingSignOut, markSignOutPending } from './pending-sign-out.ts';

/**
 * Signs out of this browser without a network (PWA-02): deletes what the server's answer would delete, and marks that the
 * session still has to end on the server. The parts of the portal stay, so that a reload shows the sign-in page.
 */
export async function signOutOffline(): Promise<void> {
  await Promise.allSettled([
    clearStores(),
    caches.delete(ON_DEMAND_CACHE),
    stopNotifications(),
    preserveBrowserEntries(async () => localStorage.clear()),
  ]);
  sessionStorage.clear();
  markSignOutPending();
}

/** Closes the shown notifications and unsubscribes from push, because the server cannot stop sending now. */
async function stopNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null) return;
  const isEnded = await subscription.unsubscribe().catch(() => false);
  // Without its service worker, a browser shows no notification.
  if (!isEnded) await registration.unregister();
}

/** Ends the session on the server. Returns false while the server cannot be reached. */
export async function finishSignOut(): Promise<boolean> {
  try {
    await preserveBrowserEntries(() => api.call(signOut, { query: {} }));
  } catch (error) {
    if (isUnreachable(error)) return false;
    throw error;
  }
  forgetPendingSignOut();
  return true;
}
