// Endpoints whose body or answer is one file instead of JSON.
import type { FileContent } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';

/** No form of another site can send this without being asked about it first. */
export const FILE_TYPE = 'application/octet-stream';

/** Adds routes that take a file as their body; everybody else's bodies stay JSON. */
export async function takeFiles(server: FastifyInstance, add: (uploads: FastifyInstance) => void): Promise<void> {
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
