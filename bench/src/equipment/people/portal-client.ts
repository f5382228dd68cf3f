// A signed-in user with the functions that benches need: calls with the session's cookie, and the raw stream.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { signIn } from '@trace/contract/auth/auth.api';
import { createApiClient } from '@trace/contract/kernel/client';
import type { ApiClient } from '@trace/contract/kernel/client';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { Ready } from '../servers/world.ts';

export interface PortalClient {
  readonly api: ApiClient;
  readonly cookie: string;
}

/** @param headers of the sign-in, such as the address that a proxy saw */
export async function signInTo(
  { url, person }: Pick<Ready, 'url' | 'person'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<PortalClient> {
  let cookie = '';
  const remember: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ');
    return response;
  };
  await createApiClient({ baseUrl: url, fetch: remember, headers: () => headers }).call(signIn, { body: person });
  return { cookie, api: createApiClient({ baseUrl: url, headers: () => ({ cookie }) }) };
}

/** Requests a tab's stream on a bare socket, so that the reader decides when to read. */
export function openRawStream(url: string, cookie: string): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `GET ${STREAM_PATH} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
  );
  return socket;
}
