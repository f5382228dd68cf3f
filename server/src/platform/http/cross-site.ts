import type { FastifyRequest } from 'fastify';
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
