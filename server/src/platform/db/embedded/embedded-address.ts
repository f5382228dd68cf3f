// Where the embedded database can be reached: a socket file, or the loopback when the folder's name is too long.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Cluster } from './embedded-cluster.ts';

export interface Address {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly lockFiles: readonly string[];
}

/** Part of the socket file's name only. */
const SOCKET_PORT = 5432;

/** The kernel's limit for the path of a socket (sun_path), without the closing zero. */
const MAX_SOCKET_PATH_BYTES = 107;

export async function chooseAddress({ sockets, user, password }: Cluster): Promise<Address> {
  const account = `${user}:${password}`;
  const socket = path.join(sockets, `.s.PGSQL.${SOCKET_PORT}`);
  if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) {
    return {
      url: `postgres://${account}@/postgres?host=${encodeURIComponent(sockets)}&port=${SOCKET_PORT}`,
      settings: { unix_socket_directories: quoted(sockets), listen_addresses: '', port: String(SOCKET_PORT) },
      lockFiles: [`${socket}.lock`],
    };
  }
  const port = await findFreePort();
  return {
    url: `postgres://${account}@127.0.0.1:${port}/postgres`,
    settings: { unix_socket_directories: '', listen_addresses: '127.0.0.1', port: String(port) },
    lockFiles: [],
  };
}

/** The setting is a list. Quotes keep a comma in the folder's name from splitting the value. */
function quoted(directory: string): string {
  return `"${directory.replaceAll('"', '""')}"`;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
