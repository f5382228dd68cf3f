// Where a request comes from. A connection that closes while its request is worked on forgets it, so it is kept.
import type { FastifyInstance, FastifyRequest } from 'fastify';

const known = new WeakMap<FastifyRequest, string>();

/** Keeps the address of each request; one whose caller has gone already is worked on no further. */
export function keepAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    // The types do not know of closed connections.
    const address = request.ip as string | undefined;
    if (address !== undefined) return void known.set(request, address);
    reply.hijack();
    return reply;
  });
}

export const addressOf = (request: FastifyRequest): string => known.get(request) ?? request.ip;
