// The HTTP servers of the stand-ins share these functions.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const ENDLESS_BYTES = 100 * 1024 * 1024;

/** Reads the JSON body of a request. No body counts as an empty object. */
export async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await text(request);
  return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
}

/** Writes 100 MiB of spaces before `json`, at the speed of the reader. */
export function writeEndless(response: ServerResponse, json: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, ' ');
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
    response.end(json);
  };
  more();
}
