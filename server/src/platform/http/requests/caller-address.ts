// The address of the caller, as the session list, the logs and the limits per address use it.
import { isIP } from 'node:net';
import { networkOf } from '@trace/contract/kernel/network';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const known = new WeakMap<FastifyRequest, string>();
/** Headers in which a proxy names the original caller. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Remembers the address of each request, because a connection that closes meanwhile loses its address. Behind trusted
 * proxies the address is the rightmost untrusted address of X-Forwarded-For, otherwise the address of the connection. A
 * request of a disconnected caller is dropped.
 */
export function keepAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const own = request.socket.remoteAddress;
    if (own !== undefined) return void known.set(request, isIP(request.ip) === 0 ? own : request.ip);
    reply.hijack();
    return reply;
  });
}

export const addressOf = (request: FastifyRequest): string => known.get(request) ?? request.ip;

/** The caller without a session, as limits count callers. A subscriber with IPv6 holds more addresses than any limit. */
export const networkOfCaller = (request: FastifyRequest): string => networkOf(addressOf(request));

/** Some proxy, trusted or not, has passed the request on. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
