// Endpoints whose body or answer is raw bytes: one file, or a signed message.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FileContent, FileStream } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance, FastifyReply, RequestPayload } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';

/** A form of another site cannot send this type without a preflight request. */
export const FILE_TYPE = 'application/octet-stream';

/** Adds routes that take a file as their body. Bodies of other routes stay JSON. */
export async function addFileRoutes(server: FastifyInstance, add: (uploads: FastifyInstance) => void): Promise<void> {
  await server.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    uploads.addContentTypeParser('*', async () => {
      throw new Refusal('unsupported_media_type', `The body must be the file itself, as ${FILE_TYPE}.`, {
        field: 'body',
      });
    });
    add(uploads);
  });
}

/** A file beyond this multiple of its limit is not read to its end. */
const MOST_TIMES_LIMIT = 4;

/**
 * Reads a file over the limit to its end and drops the bytes. Otherwise the connection closes while the sender is still
 * writing, and the sender sees a reset instead of the refusal.
 */
export async function dropOversizedFile(body: RequestPayload, size: number, maxBytes: number): Promise<void> {
  if (size <= maxBytes || size > MOST_TIMES_LIMIT * maxBytes) return;
  body.resume();
  // A sender that disconnects needs no answer.
  await finished(body).catch(() => undefined);
}

/** Adds a route whose body is signed: JSON, passed on as the received bytes. */
export async function addSignedRoutes(server: FastifyInstance, add: (signed: FastifyInstance) => void): Promise<void> {
  await server.register(async (signed) => {
    signed.removeAllContentTypeParsers();
    signed.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    add(signed);
  });
}

/** Sends the file so that a browser shows it and never runs its content (T41). */
export function sendFile(
  reply: FastifyReply,
  { content, mediaType }: FileContent,
  { isImmutable = false }: { isImmutable?: boolean },
): FastifyReply {
  if (isImmutable) void reply.header('cache-control', 'private, max-age=31536000, immutable');
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/**
 * Sends a file while it is generated, as fast as the caller reads. A failure in the middle, or the end of the session,
 * cuts the connection, because a file that ends early would look complete.
 */
export function sendStream(
  reply: FastifyReply,
  { chunks, mediaType }: FileStream,
  isSignedIn: () => Promise<boolean>,
): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(Readable.from(whileSignedIn(chunks, isSignedIn)));
}

async function* whileSignedIn(
  chunks: AsyncIterable<string>,
  isSignedIn: () => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    if (!(await isSignedIn())) throw new Refusal('unauthenticated', 'Please sign in.');
    yield chunk;
  }
}
