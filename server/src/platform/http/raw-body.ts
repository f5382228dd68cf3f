// Endpoints whose body or answer is bytes as they are: one file, or what somebody signed.
import { Readable } from 'node:stream';
import type { FileContent, FileStream } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';

/** No form of another site can send this without being asked about it first. */
export const FILE_TYPE = 'application/octet-stream';

/** Adds routes that take a file as their body; everybody else's bodies stay JSON. */
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

/** Adds a route whose body is signed: JSON, handed on as the bytes that it came in. */
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

/**
 * Answers the file so that a browser shows it and never runs anything in it (T41). Its address changes with its
 * content: whoever may see it may keep it.
 */
export function sendFile(reply: FastifyReply, { content, mediaType }: FileContent): FastifyReply {
  return reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/**
 * Sends a file while it is made, as fast as the caller reads. What fails in the middle cuts the connection: a file that
 * ends early would look whole.
 */
export function sendStream(reply: FastifyReply, { chunks, mediaType }: FileStream): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(Readable.from(chunks));
}
