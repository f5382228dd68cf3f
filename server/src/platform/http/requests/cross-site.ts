import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site made a browser send (T67). Browsers name the origin of every unsafe request. Other
 * clients send no origin and carry only cookies that were set by hand.
 */
export function refuseCrossSite(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin))
    throw new Refusal('forbidden', 'Cross-site requests are not allowed.');
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new Refusal('forbidden', 'Cross-site requests are not allowed.');
}

/**
 * Logs the first refused write of a browser that does use this server, at an address that PUBLIC_URL does not have:
 * behind a proxy without PUBLIC_URL every form is refused. Another site cannot choose the Host header of a browser.
 */
export function warnOfOtherAddress(server: FastifyInstance, isOwnOrigin: (origin: string) => boolean, log: Log): void {
  let isLogged = false;
  server.addHook('onRequest', async ({ method, headers }) => {
    const { origin, host } = headers;
    if (isLogged || origin === undefined || safeMethods.has(method) || isOwnOrigin(origin)) return;
    if (!URL.canParse(origin) || new URL(origin).host !== host) return;
    isLogged = true;
    log.warn({ origin }, 'Forms are refused at the address that browsers use: set PUBLIC_URL to this origin');
  });
}
