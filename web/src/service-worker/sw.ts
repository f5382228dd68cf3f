// The service worker between the installed portal and the network. Caches the parts of the portal, so that the portal
// opens without a network (PWA-01), and shows pushed notifications. Responses with personal data never pass through the
// worker.
import { matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { answerFromOnDemandCache, removeOldParts } from './on-demand-cache.ts';
import { openPortal, showPushed } from './notices.ts';
import { followPushChange } from './push-change.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: the precached files, and all parts that this version has. */
declare const SHELL: PrecacheEntry[];
declare const PARTS: string[];

/** A page that takes longer than this to come is as good as none. */
const PAGE_WITHIN_MS = 4_000;
/** A proxy's words for a server that does not answer. */
const firstFailure = 502;

// The server serves the landing page at `/`, so no cached page may replace `/`.
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false });

registerRoute(
  new NavigationRoute(({ request }) => openPage(request), {
    denylist: [/^\/(?:api|functions|assets|healthz|readyz)(?:\/|$)/, /\.\w+$/],
  }),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerFromOnDemandCache);

/** Fetches the page from the server, so a new version arrives with the next page. Falls back to the cached page. */
async function openPage(request: Request): Promise<Response> {
  const kept = () => matchPrecache('/index.html');
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) });
    return answer.status >= firstFailure ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

/**
 * A new version waits until the pages of the previous version are closed. Only the first version finds pages without a
 * worker.
 */
async function takeOver(): Promise<void> {
  await removeOldParts(PARTS);
  await self.clients.claim();
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('push', (event) => event.waitUntil(showPushed(self, event.data?.text() ?? '')));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(followPushChange(self.registration, event)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPortal(self, event.notification.data));
});
