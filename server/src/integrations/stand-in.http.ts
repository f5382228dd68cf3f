// What the stand-ins of all vendors do with a request.
import type { IncomingMessage, ServerResponse } from 'node:http';

const ENDLESS_BYTES = 100 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** 100 MB of blanks before `end`, as fast as they are read. */
export function writeEndless(response: ServerResponse, end: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(CHUNK_BYTES, ' ');
  let sent = 0;
  const more = (): void => {
    while (sent < ENDLESS_BYTES) {
      sent += chunk.length;
      if (response.destroyed) return;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end(end);
  };
  more();
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
