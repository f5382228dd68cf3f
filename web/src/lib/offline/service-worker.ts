import { HOUR_MS } from '@trace/contract/kernel/time';
import { ON_DEMAND_CACHE } from './on-demand-cache.ts';
import { newVersion } from './new-version.ts';

/** A page that stays open for days checks for a new version at this interval. */
const ASK_EVERY_MS = HOUR_MS;

/**
 * Registers the service worker, which opens the portal without a network and receives push notifications. Signing out
 * removes the registration, so every signed-in page registers again. Skipped in development, where modules change under
 * the page.
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
    // The first service worker of this browser is not a new version.
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
  // The query string bypasses the cached page and returns the server's page.
  const answer = await fetch('/index.html?version', { cache: 'no-store' });
  if (!own || !answer.ok || (await answer.text()).includes(own)) return;
  newVersion.set(true);
}

/** Adds the parts that the first page fetched before the service worker was ready, out of the browser's own cache. */
async function keepSeenParts(): Promise<void> {
  await navigator.serviceWorker.ready;
  const parts = await caches.open(ON_DEMAND_CACHE);
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  for (const { origin, pathname } of seen) {
    if (origin !== location.origin || !pathname.startsWith('/assets/')) continue;
    if (!(await caches.match(pathname))) await parts.add(pathname).catch(() => undefined);
  }
}
