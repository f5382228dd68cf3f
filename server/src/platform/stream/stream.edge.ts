import type { OutgoingHttpHeaders } from 'node:http';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refusedAnswers } from '#platform/http/answers/openapi';
import type { EdgeTools } from '#platform/http/edge-tools';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from './streams.ts';

/** Precedes every event. A page with an invalid cursor is told to reload. */
const UNKNOWN_CURSOR = '0.0';

const streamSchema = {
  operationId: 'stream.open',
  summary: 'Streams the events that the caller may see. `Last-Event-ID` or `after` resumes after a gap.',
  tags: ['stream'],
  security: [{ session: [] }],
  querystring: z.strictObject({ after: z.string().max(50).optional() }),
  response: {
    200: { description: 'Events of text/event-stream.', content: { 'text/event-stream': { schema: z.string() } } },
    ...refusedAnswers(['invalid_input', 'unauthenticated', 'too_many_requests', 'internal']),
  },
};

const cursorSchema = z.string().regex(/^\d{1,20}\.\d{1,20}$/);

/** `GET /api/stream`: the single stream of a tab. The raw response is passed to the streams. */
export function addStreamEdge(server: FastifyInstance, edge: EdgeTools, streams: Streams): void {
  server.get(
    STREAM_PATH,
    { schema: streamSchema, exposeHeadRoute: false, config: { who: 'signed-in' } },
    async (request, reply) => {
      const actor = await edge.actorOf(request);
      edge.countCall('stream.open', request, actor);
      if (actor === null) throw new Refusal('unauthenticated', 'Please sign in.');
      const given = request.headers['last-event-id'] ?? (request.query as { after?: string }).after;
      const cursor = given === undefined ? null : cursorSchema.catch(UNKNOWN_CURSOR).parse(given);
      reply.hijack();
      await streams.open(actor, reply.raw, cursor, reply.getHeaders() as OutgoingHttpHeaders);
    },
  );
}
