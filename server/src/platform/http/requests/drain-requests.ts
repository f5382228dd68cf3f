// Ends a server without failing a request that it has begun.
import { setTimeout as wait } from 'node:timers/promises';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A longer request, such as a ping that waits, is cut off. The page asks for its outcome. */
const DRAIN_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 10;

export function drainRequests(server: FastifyInstance): { begin(): Promise<void> } {
  const open = new Set<FastifyRequest>();
  let isDraining = false;

  server.addHook('onRequest', async (request, reply) => {
    // Streams end by themselves, with a frame that sends the page elsewhere.
    if (request.routeOptions.url === STREAM_PATH) return;
    open.add(request);
    reply.raw.once('close', () => open.delete(request));
  });
  server.addHook('onSend', async (request, reply) => {
    if (isDraining && request.raw.httpVersionMajor === 1) void reply.header('connection', 'close');
  });

  return {
    async begin() {
      isDraining = true;
      if (!server.server.listening) return;
      server.server.close();
      // A server of HTTP/2 lacks this method.
      server.server.closeIdleConnections?.();
      const deadlineMs = performance.now() + DRAIN_WITHIN_MS;
      while (open.size > 0 && performance.now() < deadlineMs) await wait(LOOK_EVERY_MS);
    },
  };
}
