import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { canSharePorts, limitConnections, listenMore, refuseTakenPort } from './shared-port.ts';

const host = '127.0.0.1';
const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

test.runIf(canSharePorts)('a turn of the event loop accepts several connections', async () => {
  const { port, accepted } = await listenBusily();
  const perTurn: number[] = [];

  connectTo(port, 64);
  for (let turn = 0; turn < 10; turn += 1) {
    const before = accepted.length;
    await nextTurn();
    perTurn.push(accepted.length - before);
  }

  expect(Math.max(...perTurn)).toBeGreaterThan(4);
});

test('a port with several listeners counts as taken', async () => {
  const { port } = await listenBusily();

  await expect(refuseTakenPort({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
});

test('the limit counts the connections of all listeners', async () => {
  const { server, port, accepted } = await listenBusily();
  limitConnections(server, 10);

  connectTo(port, 40);
  await eventually(
    async () => accepted.length,
    (count) => count === 40,
  );

  expect(accepted.filter((socket) => !socket.destroyed)).toHaveLength(10);
});

async function listenBusily(): Promise<{ server: Server; port: number; accepted: readonly Socket[] }> {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket));
  await once(server.listen({ host, port: 0, reusePort: canSharePorts }), 'listening');
  endings.push(() => server.close(), await listenMore(server, host, true));
  return { server, port: (server.address() as AddressInfo).port, accepted };
}

function connectTo(port: number, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const socket = connect({ host, port });
    endings.push(() => socket.destroy());
  }
}
