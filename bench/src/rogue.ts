// Measures how much a rogue neighbour delays a device, as the ratio of its PUBACK p99 to a quiet gateway.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { readIdentity, writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import { median, percentile } from './equipment/bench.ts';
import type { Bench, Figure } from './equipment/bench.ts';
import { connectPacket, FIRST_SEQ, nextPacketId, publishTemplate } from './equipment/mqtt-bytes.ts';
import { startWorld } from './equipment/world.ts';
import type { World } from './equipment/world.ts';

const GOOD = 'Trace_R00001';
const ROGUE = 'Trace_R00002';
const EVERY_MS = 40;
const SHORT_MS = 8_000;
const LONG_MS = 30_000;
const SHORT_ROUNDS = 3;
const LONG_ROUNDS = 5;
const KEEP_ALIVE_SEC = 300;
const PUBACK = 0x40;
const CHUNK_BYTES = 64 * 1024;
const RECONNECT_AFTER_MS = 200;

const FLOODS: readonly { name: string; packet: Buffer }[] = [
  { name: 'PINGREQ', packet: Buffer.from([0xc0, 0]) },
  { name: 'PUBACK', packet: Buffer.from([0x40, 2, 0, 7]) },
  { name: 'QoS 0', packet: publishQos0('{}') },
  { name: '16 kB logs', packet: publishQos0('x'.repeat(16_000)) },
];

export const rogueBench: Bench = {
  name: 'rogue',
  run: async ({ isLong, nodeFlags }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'trace-identities-'));
    try {
      for (const serial of [GOOD, ROGUE]) await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
      // 30 a second lets the good device send every 40 ms. Byte limits are those of every installation.
      const settings = { DEVICE_MESSAGES_PER_SEC: '30', DEVICE_BYTES_PER_MIN: String(1024 * 1024) };
      const world = await startWorld({ devices: 0, nodeFlags, sign: folder, settings });
      try {
        return await measureAll(world, folder, isLong ? LONG_MS : SHORT_MS, isLong ? LONG_ROUNDS : SHORT_ROUNDS);
      } finally {
        await world.dispose();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Quiet and flooded rounds take turns, so that a noisy machine disturbs both alike. */
async function measureAll(world: World, folder: string, roundMs: number, rounds: number): Promise<Figure[]> {
  await p99Of(world, folder, roundMs);
  const figures: Figure[] = [];
  for (const { name, packet } of FLOODS) {
    const ratios: number[] = [];
    const notes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await p99Of(world, folder, roundMs);
      const stop = startRogue(world, folder, packet);
      const flooded = await p99Of(world, folder, roundMs);
      await stop();
      ratios.push(flooded / quiet);
      notes.push(`${quiet.toFixed(1)} → ${flooded.toFixed(1)} ms`);
    }
    figures.push({
      name: `PUBACK p99 beside ${name}, to quiet`,
      value: median(ratios),
      unit: '',
      note: notes.join(', '),
    });
  }
  return figures;
}

/** Publishes positions at a fixed pace and returns the p99 of the time to their PUBACK. */
async function p99Of(world: World, folder: string, forMs: number): Promise<number> {
  const socket = await openDevice(world, folder, GOOD);
  const template = publishTemplate(GOOD, Math.floor(Date.now() / 1_000));
  const sentAt = new Map<number, number>();
  const delays: number[] = [];
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= 4; rest = rest.subarray(4)) {
      if (rest[0] !== PUBACK) throw new Error(`an unexpected packet ${rest[0]}`);
      const packetId = rest.readUInt16BE(2);
      delays.push(performance.now() - (sentAt.get(packetId) ?? Number.NaN));
    }
  });
  let packetId = 0;
  const endMs = performance.now() + forMs;
  for (let seq = FIRST_SEQ + 1; performance.now() < endMs; seq += 1) {
    packetId = nextPacketId(packetId);
    const bytes = Buffer.alloc(template.bytes.length);
    template.write(bytes, 0, { packetId, seq, sentAtMs: Date.now() });
    sentAt.set(packetId, performance.now());
    socket.write(bytes);
    await wait(EVERY_MS);
  }
  await wait(EVERY_MS);
  socket.destroy();
  return percentile(delays, 0.99);
}

/** Floods until stopped, as fast as the gateway reads, and comes back whenever the gateway ends the connection. */
function startRogue(world: World, folder: string, packet: Buffer): () => Promise<void> {
  let isStopped = false;
  const chunk = Buffer.concat(Array.from({ length: Math.ceil(CHUNK_BYTES / packet.length) }, () => packet));
  const floodOnce = async (): Promise<void> => {
    const socket = await openDevice(world, folder, ROGUE);
    socket.resume();
    const isClosed = new Promise<void>((resolve) => {
      socket.once('close', resolve);
    });
    while (!isStopped && !socket.destroyed) {
      if (socket.write(chunk))
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      else
        await Promise.race([
          isClosed,
          new Promise((resolve) => {
            socket.once('drain', resolve);
          }),
          wait(EVERY_MS),
        ]);
    }
    socket.destroy();
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      await floodOnce().catch(() => {});
      await wait(RECONNECT_AFTER_MS);
    }
  };
  const running = run();
  return () => {
    isStopped = true;
    return running;
  };
}

async function openDevice(world: World, folder: string, serial: string): Promise<TLSSocket> {
  const { keyPem, certificatePem } = await readIdentity(folder, serial);
  const ca = await readFile(path.join(folder, 'ca.crt.pem'), 'utf8');
  const port = world.ready().mqttsPort;
  const socket = connectTls({ host: '127.0.0.1', port, key: keyPem, cert: certificatePem, ca });
  socket.on('error', () => {});
  socket.write(connectPacket(serial, KEEP_ALIVE_SEC));
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error(`${serial} was turned away`)));
    socket.once('data', (answer) => {
      if (answer[3] === 0) resolve(socket);
      else reject(new Error(`${serial} was refused with code ${answer[3]}`));
    });
  });
}

function publishQos0(payload: string): Buffer {
  const topic = Buffer.from(telemetryTopic(ROGUE, 'log'));
  const body = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from(payload)]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 7) length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}
