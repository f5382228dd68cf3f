// Strangers who connect and stay silent are disconnected and do not block devices.
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { fakeClock } from '#testing/fake-clock';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const HANDSHAKE_MS = 200;
/** The first bytes of a ClientHello whose rest never comes. */
const HALF_CLIENT_HELLO = Buffer.from('160301020001', 'hex');

let rig: TestGateway;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await rig.stop();
});

const start = async (limits: { maxPending?: number; maxPendingPerNetwork?: number; handshakeMs?: number } = {}) => {
  rig = await startTestGateway({ limits: { handshakeMs: HANDSHAKE_MS, ...limits } });
};

/** A connection that sends `bytes` and then stays silent. */
function stranger(options: { from?: string; bytes?: Buffer; port?: number } = {}): { isClosed: () => boolean } {
  const { from = '127.0.0.1', bytes, port = rig.mqttsPort } = options;
  let isClosed = false;
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  socket.resume();
  if (bytes !== undefined) socket.write(bytes);
  return { isClosed: () => isClosed };
}

const strangers = (count: number, options: Parameters<typeof stranger>[0] = {}) =>
  Array.from({ length: count }, () => stranger(options));
const closedOf = (all: readonly { isClosed: () => boolean }[]): number =>
  all.filter(({ isClosed }) => isClosed()).length;

test.each([
  ['nothing', undefined],
  ['half a ClientHello', HALF_CLIENT_HELLO],
])('the gateway closes a connection that sends %s when the handshake times out', async (_name, bytes) => {
  await start();
  const silent = stranger(bytes === undefined ? {} : { bytes });

  await until(silent.isClosed);

  expect(rig.gateway.stats().droppedHandshakes).toBe(1);
});

test('the gateway drops further connections of one address and accepts devices of others', async () => {
  await start({ maxPendingPerNetwork: 5, handshakeMs: 60_000 });
  const silent = strangers(20, { from: '127.0.0.2' });

  await until(() => closedOf(silent) === 15);
  await rig.secure('Trace_beside');

  expect(rig.gateway.isConnected('Trace_beside')).toBe(true);
  expect(rig.gateway.stats()).toMatchObject({ droppedPerNetwork: 15, droppedPending: 0 });
});

test('the gateway drops connections beyond the total and accepts devices again after the handshakes timed out', async () => {
  await start({ maxPending: 8, maxPendingPerNetwork: 4 });
  const silent = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].flatMap((from) => strangers(4, { from }));

  await until(() => closedOf(silent) === silent.length);
  await rig.secure('Trace_afterwards');

  expect(rig.gateway.isConnected('Trace_afterwards')).toBe(true);
  expect(rig.gateway.stats()).toMatchObject({ droppedPending: 4, droppedHandshakes: 8 });
});

test('connections dropped for their number are logged once a minute, failed handshakes alone are not', async () => {
  const clock = fakeClock();
  rig = await startTestGateway({ clock, limits: { handshakeMs: HANDSHAKE_MS, maxPendingPerNetwork: 2 } });
  const dropLines = () => rig.logged().filter(({ msg }) => String(msg).startsWith('Connections dropped'));
  const silent = stranger();
  await until(silent.isClosed);
  await clock.advance(MINUTE_MS);
  expect(dropLines()).toEqual([]);

  const many = strangers(5);
  await until(() => closedOf(many) === 5);
  await clock.advance(MINUTE_MS);
  expect(dropLines()).toMatchObject([{ droppedPerNetwork: 3 }]);
  await clock.advance(MINUTE_MS);
  expect(dropLines()).toHaveLength(1);
});

test('accepted devices and closed connections do not count as pending', async () => {
  await start({ maxPending: 2, maxPendingPerNetwork: 2 });

  for (const serial of ['Trace_one', 'Trace_two', 'Trace_three']) await rig.secure(serial);
  for (const serial of ['Trace_four', 'Trace_five', 'Trace_six']) await rig.plain(serial);

  expect(rig.gateway.stats()).toMatchObject({ connected: 6, droppedPending: 0, droppedPerNetwork: 0 });
});

test('the plain listener counts its pending connections too', async () => {
  await start({ maxPendingPerNetwork: 3 });
  const silent = strangers(5, { port: rig.mqttPort, from: '127.0.0.2' });

  await until(() => closedOf(silent) === 2);

  expect(rig.gateway.stats().droppedPerNetwork).toBe(2);
});
