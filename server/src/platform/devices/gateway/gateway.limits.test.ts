// A flood affects only its source, and the gateway survives any bytes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { commandTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import { fakeClock } from '#testing/fake-clock';

import { defaultLimits } from '../limits.ts';
import { makeDevice } from '../testing/device-certificate.ts';
import { rawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const DEAF_WITHIN_MS = 40_000;
const { burst: BURST, sustainedPerSec: PER_SEC } = defaultLimits;

let rig: TestGateway;

beforeAll(async () => {
  rig = await startTestGateway();
});

afterAll(() => rig.stop());

test('a device beyond its burst is acknowledged at the sustained rate, and cut off when it goes on [T62]', async () => {
  const clock = fakeClock();
  const other = await startTestGateway({ clock });
  const flooder = await other.plain('Trace_flood');
  flooder.socket.cork();
  for (let seq = 1; seq <= 2_000; seq += 1)
    flooder.publish(telemetryTopic('Trace_flood', 'location'), payloadOf('location', seq), { packetId: seq });
  flooder.socket.uncork();
  await until(() => flooder.acknowledged().length === BURST && other.gateway.stats().limited > 0);
  let taken = BURST;
  await until(async () => {
    await clock.advance(1_000);
    taken += PER_SEC;
    await until(() => flooder.isClosed() || flooder.acknowledged().length === taken);
    return flooder.isClosed();
  });
  await other.gateway.stop();

  // The clock gives five messages a second, and each second began when all before had their PUBACK. So only the last
  // five were in flight when the connection ended: they are stored, and their PUBACK may be lost.
  expect(PER_SEC).toBeLessThan(defaultLimits.receiveWindow);
  const acknowledged = new Set(flooder.acknowledged()).size;
  const stored = await other.rows('Trace_flood', 'location');
  expect(acknowledged).toBeGreaterThanOrEqual(taken - PER_SEC);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored).toBeLessThanOrEqual(taken);
  await other.test.drop();
});

test('a device that floods is no hindrance to its neighbour', async () => {
  const flooder = await rig.plain('Trace_flood');
  const neighbour = await rig.plain('Trace_neighbour');
  for (let seq = 1; seq <= 2_000; seq += 1)
    flooder.publish(telemetryTopic('Trace_flood', 'location'), payloadOf('location', seq), { packetId: seq });
  neighbour.publish(telemetryTopic('Trace_neighbour', 'location'), payloadOf('location', 1), { packetId: 1 });
  await until(() => neighbour.acknowledged().includes(1));
  expect(neighbour.isClosed()).toBe(false);
  neighbour.close();
  flooder.close();
});

test('a panic is never limited away: ten a minute are stored, all are acknowledged', async () => {
  const device = await rig.plain('Trace_panic');
  for (let seq = 1; seq <= 500; seq += 1) {
    device.publish(telemetryTopic('Trace_panic', 'event'), payloadOf('event', seq), { packetId: seq });
  }
  await until(() => device.acknowledged().length === 500);
  expect(await rig.rows('Trace_panic', 'event')).toBe(10);
  const tamper = payloadOf('event', 501, { kind: 'tamper' });
  device.publish(telemetryTopic('Trace_panic', 'event'), tamper, { packetId: 501 });
  await until(() => device.acknowledged().includes(501));
  expect(device.isClosed()).toBe(false);
  device.close();
});

test('a conversation in slices of one byte is understood', async () => {
  const device = await rig.plain('Trace_slices');
  const topic = Buffer.from(telemetryTopic('Trace_slices', 'location'));
  const payload = Buffer.from(payloadOf('location', 1));
  const body = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from([0, 77]), payload]);
  const packet = Buffer.concat([Buffer.from([0x32, (body.length & 127) | 128, body.length >> 7]), body]);
  for (const byte of packet) {
    device.write(Buffer.from([byte]));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await until(() => device.acknowledged().includes(77));
  expect(await rig.rows('Trace_slices', 'location')).toBe(1);
  device.close();
});

test(
  'a device that never reads is cut off',
  async () => {
    const unlimited = { sustainedPerSec: 1e6, burst: 1e6, bytesPerMin: 1e9 };
    const other = await startTestGateway({ limits: unlimited });
    const device = await other.plain('Trace_deaf');
    device.socket.pause();
    const pings = Buffer.alloc(64 * 1024);
    for (let at = 0; at < pings.length; at += 2) pings[at] = 0xc0;
    // Megabytes of PINGRESP fit into the buffers of the network before the gateway notices.
    await until(() => {
      if (device.socket.writableLength === 0) device.write(pings);
      return !other.gateway.isConnected('Trace_deaf');
    }, DEAF_WITHIN_MS);
    expect(other.gateway.stats()).toMatchObject({ misbehaved: 1, struckOut: 0 });
    device.close();
    await other.stop();
  },
  2 * DEAF_WITHIN_MS,
);

/** A generator with a seed, so that a failure can be repeated. */
function randomBytesFrom(seed: number): (length: number) => Buffer {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return (length) => Buffer.from(Array.from({ length }, next));
}

/** Memory that remains after a forced garbage collection. Automatic collection has no fixed time. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('garbage of 400 connections and 10,000 broken payloads grow the memory by less than 20 MB', async () => {
  const random = randomBytesFrom(42);
  const other = await startTestGateway({ limits: { burst: 1e6, bytesPerMin: 1e9, takeoversPerMin: 1e6 } });
  const speakGarbage = async (nth: number): Promise<void> => {
    const device = await rawDevice({ port: other.mqttPort });
    const isLetIn = nth % 2 === 0;
    if (isLetIn) await device.connect({ clientId: 'Trace_fuzz' });
    for (let packet = 0; packet < 20; packet += 1) {
      const body = random(1 + (nth % 40));
      device.write(Buffer.concat([random(1), Buffer.from([body.length]), body]));
    }
    device.socket.end();
    await until(() => device.isClosed());
  };
  const sendBroken = async (messages: number): Promise<void> => {
    const device = await other.plain('Trace_broken_fuzz');
    const topic = telemetryTopic('Trace_broken_fuzz', 'log');
    for (let nth = 1; nth <= messages; nth += 1) device.publish(topic, random(nth % 200), { packetId: nth });
    await until(() => device.acknowledged().length === messages);
    device.close();
  };
  await speakGarbage(0);
  await sendBroken(2_000);
  const before = heldBytes();
  for (let nth = 0; nth < 400; nth += 1) await speakGarbage(nth);
  await sendBroken(10_000);

  expect(heldBytes() - before).toBeLessThan(20 * 1024 * 1024);
  expect(other.gateway.stats().broken).toBe(12_000);
  const device = await other.plain('Trace_after_fuzz');
  device.publish(telemetryTopic('Trace_after_fuzz', 'location'), payloadOf('location', 1), { packetId: 1 });
  await until(() => device.acknowledged().includes(1));
  device.close();
  await other.stop();
});

test('a common MQTT client with its own certificate works unmodified [REG-08]', async () => {
  const { certificates, registry } = rig.gateway;
  await registry.enter('Trace_client');
  const { keyPem, certificatePem } = await makeDevice(certificates, 'Trace_client', 'operational');
  const client = await connectAsync(`mqtts://127.0.0.1:${rig.mqttsPort}`, {
    clientId: 'Trace_client',
    protocolVersion: 4,
    key: keyPem,
    cert: certificatePem,
    ca: certificates.caPem,
    reconnectPeriod: 0,
  });
  const commands: string[] = [];
  client.on('message', (_topic, payload) => commands.push(payload.toString()));
  await client.subscribeAsync(commandTopic('Trace_client'), { qos: 1 });
  await client.publishAsync(telemetryTopic('Trace_client', 'location'), payloadOf('location', 1), { qos: 1 });
  expect(await rig.rows('Trace_client', 'location')).toBe(1);
  const acknowledged: string[] = [];
  const stop = rig.gateway.onCommandAcknowledged((requestId) => acknowledged.push(requestId));
  const requestId = '1f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f';
  rig.gateway.send(
    'Trace_client',
    { v: 1, requestId, command: 'getStatus', parameters: {}, expiresAt: Date.now() + 30_000 },
    rig.gateway.commandConnectionOf('Trace_client')!,
  );
  await until(() => acknowledged.includes(requestId));
  expect(commands).toHaveLength(1);
  stop();
  await client.endAsync();
  await until(() => !rig.gateway.isConnected('Trace_client'));
});
