// What stands between the installed portal and the network: it keeps the parts that the portal is made of, so that it
// opens without one (PWA-01), and shows notices that are pushed. No answer of the server about anybody goes through it.
import { matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { answerFromOnDemandCache, removeOldParts } from './on-demand-cache.ts';
import { openPortal, showPushed } from './notices.ts';
import { followPushChange } from './push-change.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build: what is kept from the start, and all parts that this version has. */
declare const SHELL: PrecacheEntry[];
declare const PARTS: string[];

/** A page that takes longer than this to come is as good as none. */
const PAGE_WITHIN_MS = 4_000;
/** A proxy's words for a server that does not answer. */
const firstFailure = 502;

// The landing page has an address of its own in the server's hands, so nothing may stand for `/`.
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false });

registerRoute(
  new NavigationRoute(({ request }) => openPage(request), {
    denylist: [/^\/(?:api|functions|assets|healthz|readyz)(?:\/|$)/, /\.\w+$/],
  }),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerFromOnDemandCache);

/** The server's own page while it can be had, so that a new version is there with the next page; else the kept one. */
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

/** A version waits until the pages of the one before are closed; only the first one finds pages that nobody serves. */
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
