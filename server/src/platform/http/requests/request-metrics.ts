import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** From a fast read of a cache to the time limit of a request. */
const BUCKETS_SEC = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30];

/** Measures every answered request. A stream lasts as long as its page, so its duration says nothing. */
export function measureRequests(server: FastifyInstance, metrics: Registry): void {
  const requests = new Histogram({
    name: 'trace_http_request_seconds',
    help: 'Answered HTTP requests: their number and duration, by method and kind of status',
    labelNames: ['method', 'status'],
    buckets: BUCKETS_SEC,
    registers: [metrics],
  });
  server.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url === STREAM_PATH) return;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.observe({ method: request.method, status }, reply.elapsedTime / 1_000);
  });
}
