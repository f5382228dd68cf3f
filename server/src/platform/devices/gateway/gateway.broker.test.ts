import { afterAll, beforeAll, expect, test } from 'vitest';

import { testDatabase } from '#testing/test-database';

import { startFakeBroker } from '../testing/fake-broker.ts';
import type { FakeBroker } from '../testing/fake-broker.ts';
import { makeRequest } from '../testing/device-certificate.ts';
import { startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const SERIAL = 'Trace_broker';
let broker: FakeBroker;
let rig: TestGateway;
let packetId = 0;

beforeAll(async () => {
  broker = await startFakeBroker();
  rig = await startTestGateway({ brokerPort: broker.port });
  const { csrPem } = await makeRequest(SERIAL);
  await rig.gateway.certificates.issue(SERIAL, csrPem, 'factory');
});
afterAll(async () => {
  await rig.stop();
  await broker.stop();
});

function deliver(leaf: string, message: object): number {
  packetId += 1;
  const payload = JSON.stringify({ v: 1, boot: 1, seq: packetId, ts: Date.now(), ...message });
  const topic = leaf === 'res' ? `cmd/trace/${SERIAL}/res` : `dt/trace/${SERIAL}/${leaf}`;
  broker.send({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId: packetId });
  return packetId;
}

const isAcknowledged = (messageId: number): boolean =>
  broker.received.some((packet) => packet.cmd === 'puback' && packet.messageId === messageId);

test('acknowledges a message of the broker after its commit [SCALE-02]', async () => {
  let wasAcknowledged: boolean | undefined;
  const id = deliver('location', { lat: 1, lng: 2 });
  rig.beforeCommit = async (_tx, kind) => {
    await new Promise((resolve) => void setTimeout(resolve, 50));
    if (kind === 'location') wasAcknowledged = isAcknowledged(id);
  };
  await until(() => isAcknowledged(id));
  expect([wasAcknowledged, await rig.rows(SERIAL, 'location')]).toEqual([false, 1]);
  rig.beforeCommit = async () => {};
});

test('stores a message that the broker delivers again once [SCALE-02]', async () => {
  const again = { seq: 77, lat: 1, lng: 2 };
  const ids = [deliver('location', again), deliver('location', again)];
  await until(() => ids.every(isAcknowledged));
  expect(await rig.rows(SERIAL, 'location')).toBe(2);
});

test('publishes a command to a device that spoke, once, and none after its last will [SCALE-02]', async () => {
  const ready: string[] = [];
  const received: string[] = [];
  rig.gateway.onReady((serial) => ready.push(serial));
  rig.gateway.onCommandAcknowledged((requestId) => received.push(requestId));
  expect(rig.gateway.commandConnectionOf(SERIAL)).toBeNull();
  deliver('status', { status: 'online' });
  await until(() => ready.includes(SERIAL));
  const requestId = '11111111-1111-4111-8111-111111111111';
  const expiresAt = Date.now() + 30_000;
  const command = { v: 1, requestId, command: 'getLocation', parameters: {}, expiresAt } as const;
  expect(rig.gateway.send(SERIAL, command, rig.gateway.commandConnectionOf(SERIAL)!)).toBe('sent');
  await until(() => received.includes(requestId));
  const sent = broker.received.filter((packet) => packet.cmd === 'publish');
  expect(sent.map(({ topic }) => topic)).toEqual([`cmd/trace/${SERIAL}/req`]);
  const will = deliver('status', { seq: undefined, status: 'offline' });
  await until(() => isAcknowledged(will));
  expect(rig.gateway.commandConnectionOf(SERIAL)).toBeNull();
  expect(rig.storedOf('presence').map(({ message }) => message['reason'])).toEqual(['connected', 'lost']);
});

test('drops messages of a device whose certificates were revoked [SCALE-02]', async () => {
  await rig.gateway.certificates.revoke(SERIAL, 'stolen');
  const refusedBefore = rig.gateway.stats().refused;
  await until(() => {
    deliver('log', { level: 'info', text: 'still here' });
    return rig.gateway.stats().refused > refusedBefore;
  });
  const rows = await rig.rows(SERIAL, 'log');
  const id = deliver('log', { level: 'info', text: 'still here' });
  await until(() => isAcknowledged(id));
  expect(await rig.rows(SERIAL, 'log')).toBe(rows);
});

test('does not start when the broker refuses the password, and says so in one sentence [SCALE-02]', async () => {
  const refusing = await startFakeBroker({ connackReason: 0x86 });
  const test = await testDatabase();
  const starting = startTestGateway({ brokerPort: refusing.port, test });
  await expect(starting).rejects.toThrow(
    `MQTT_URL: the broker refuses the user name or the password (127.0.0.1:${refusing.port}).`,
  );
  await refusing.stop();
  await test.drop();
});

test('starts without its broker, which can come later [SCALE-02]', async () => {
  const gone = await startFakeBroker();
  await gone.stop();
  const waiting = await startTestGateway({ brokerPort: gone.port });
  expect(waiting.gateway.isOpen()).toBe(true);
  expect(waiting.logged().map(({ reason }) => reason)).toContain('no connection: ECONNREFUSED');
  await waiting.stop();
});
