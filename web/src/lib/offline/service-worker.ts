import { HOUR_MS } from '@trace/contract/kernel/time';
import { useSyncExternalStore } from 'react';
import { ON_DEMAND_CACHE } from './on-demand-cache.ts';
import type { Stop } from '#lib/stop.ts';

/** A page that stays open for days asks by itself whether there is a new version. */
const ASK_EVERY_MS = HOUR_MS;

let hasNewVersion = false;
const listeners = new Set<() => void>();

/**
 * Makes the portal openable without a network, and lets notices be pushed to this browser. Signing out makes the browser
 * forget it, so every signed-in page asks for it. Not in development, where parts change under the page.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void register();
}

async function register(): Promise<void> {
  try {
    watchForNewVersion(await navigator.serviceWorker.register('/sw.js'));
    await keepSeenParts();
  } catch {
    // No secure address, no room, or the browser does not want to: the portal works without.
  }
}

let watched: ServiceWorkerRegistration | null = null;

function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  if (watched === registration) return;
  watched = registration;
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    // The first one of this browser is no news.
    if (!navigator.serviceWorker.controller) return;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void compareVersions();
    });
  });
  const ask = () => void registration.update().catch(() => undefined);
  setInterval(ask, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
}

/** A page that was opened after the new version was installed is that version already. */
async function compareVersions(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  // With a query, so that it is the server's page and not the kept one.
  const answer = await fetch('/index.html?version', { cache: 'no-store' });
  if (!own || !answer.ok || (await answer.text()).includes(own)) return;
  hasNewVersion = true;
  for (const listener of listeners) listener();
}

/** What the first page fetched before anybody kept it is kept now, out of the browser's own cache. */
async function keepSeenParts(): Promise<void> {
  await navigator.serviceWorker.ready;
  const parts = await caches.open(ON_DEMAND_CACHE);
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  for (const { origin, pathname } of seen) {
    if (origin !== location.origin || !pathname.startsWith('/assets/')) continue;
    if (!(await caches.match(pathname))) await parts.add(pathname).catch(() => undefined);
  }
}

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether a newer version of the portal is there than the one that this page is made of. */
export const readNewVersion = (): boolean => hasNewVersion;

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, readNewVersion);
