// SCALE-01: resident memory of the server per idle device connection, plain and with mutual TLS.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { readIdentity, writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { inGroups } from '../../equipment/in-groups.ts';
import { connectPacket } from '../../equipment/devices/mqtt-bytes.ts';
import { rssBytes } from '../../equipment/servers/processes.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const SHORT_CONNECTIONS = 2_000;
const LONG_CONNECTIONS = 5_000;
const KEEP_ALIVE_SEC = 300;
/** Garbage of the hand-shakes is gone by then. */
const SETTLE_MS = 4_000;

export const memoryBench: Bench = {
  name: 'memory',
  run: async ({ isLong, nodeFlags }) => {
    const count = isLong ? LONG_CONNECTIONS : SHORT_CONNECTIONS;
    const folder = await mkdtemp(path.join(tmpdir(), 'trace-identities-'));
    try {
      await makeIdentities(folder, count);
      const world = await startWorld({ devices: 0, nodeFlags, sign: folder });
      try {
        const plain = await measure(world, count, (number) => openPlain(world, plainSerial(number)));
        const tls = await measure(world, count, (number) => openTls(world, folder, tlsSerial(number)));
        return [figureOf('plain', plain, count), figureOf('mTLS', tls, count)];
      } finally {
        await world.dispose();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const plainSerial = (number: number): string => `Trace_P${String(number).padStart(5, '0')}`;
const tlsSerial = (number: number): string => `Trace_S${String(number).padStart(5, '0')}`;

function figureOf(kind: string, bytes: number, count: number): Figure {
  return { name: `RSS per idle device, ${kind}`, value: bytes / 1_000, unit: 'kB', note: `${count} connections` };
}

async function makeIdentities(folder: string, count: number): Promise<void> {
  await inGroups(count, async (number) =>
    writeUnsignedIdentity(folder, await createUnsignedIdentity(tlsSerial(number))),
  );
}

/** Bytes per connection. The first tenth only warms up. */
async function measure(world: World, count: number, open: (number: number) => Promise<Socket>): Promise<number> {
  const warmUp = Math.ceil(count / 10);
  const sockets = await inGroups(warmUp, open);
  await wait(SETTLE_MS);
  const before = rssBytes(world.pid());
  sockets.push(...(await inGroups(count - warmUp, (number) => open(number + warmUp))));
  await wait(SETTLE_MS);
  const after = rssBytes(world.pid());
  for (const socket of sockets) socket.destroy();
  return (after - before) / (count - warmUp);
}

function openPlain(world: World, serial: string): Promise<Socket> {
  return greet(connectTcp({ host: '127.0.0.1', port: world.ready().mqttPort }), serial);
}

async function openTls(world: World, folder: string, serial: string): Promise<Socket> {
  const { keyPem, certificatePem } = await readIdentity(folder, serial);
  const ca = await readFile(path.join(folder, 'ca.crt.pem'), 'utf8');
  const port = world.ready().mqttsPort;
  return greet(connectTls({ host: '127.0.0.1', port, key: keyPem, cert: certificatePem, ca }), serial);
}

/** Waits for the CONNACK. */
function greet(socket: Socket, serial: string): Promise<Socket> {
  socket.write(connectPacket(serial, KEEP_ALIVE_SEC));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${serial} was turned away`)));
    socket.once('data', (answer) => {
      if (answer[3] === 0) resolve(socket);
      else reject(new Error(`${serial} was refused with code ${answer[3]}`));
    });
  });
}
