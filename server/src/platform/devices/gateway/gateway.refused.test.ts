// A message that the database refuses, or that nobody can read: it costs its own device alone, which can ask why.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { refusalTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';

import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const POISON = 'Trace_poison';
const GOOD = 'Trace_good';
const POISON_SATELLITES = 99;

let rig: TestGateway;
/** The serials of each batch of positions, whether committed or not. */
const batches: string[][] = [];
beforeEach(async () => {
  batches.length = 0;
  rig = await startTestGateway();
  rig.beforeCommit = async (tx, kind, messages) => {
    if (kind !== 'location') return;
    batches.push([...new Set(messages.map(({ serial }) => serial))]);
    const isPoisoned = messages.some(
      ({ message }) => (message as { satellites?: number }).satellites === POISON_SATELLITES,
    );
    if (isPoisoned) await tx.query({ name: 'poison', text: `select 'x'::int`, values: [] });
  };
});
afterEach(() => rig.stop());

function send(device: RawDevice, serial: string, seq: number, more: object = {}): void {
  device.publish(telemetryTopic(serial, 'location'), payloadOf('location', seq, { ...more }), { packetId: seq });
}

test('a device whose message the database refused no longer shares batches with its neighbours, and is logged once', async () => {
  const poison = await rig.plain(POISON);
  // Positions are spread over two lanes by device. The second neighbour shares the lane.
  const neighbours = [await rig.plain(GOOD), await rig.plain('Trace_good_2')];
  send(poison, POISON, 1, { satellites: POISON_SATELLITES });
  await until(() => poison.acknowledged().length === 1);
  batches.length = 0;

  for (let seq = 2; seq <= 20; seq += 1) {
    send(poison, POISON, seq, { satellites: POISON_SATELLITES });
    send(neighbours[0]!, GOOD, seq);
    send(neighbours[1]!, 'Trace_good_2', seq);
  }
  await until(() => poison.acknowledged().length === 20);
  await until(() => neighbours.every((device) => device.acknowledged().length === 19));

  expect(batches.filter((serials) => serials.includes(POISON) && serials.length > 1)).toEqual([]);
  expect(rig.gateway.stats().unstorable).toBe(20);
  expect(rig.logged().filter(({ msg }) => String(msg).includes('cannot be stored'))).toMatchObject([
    { serial: POISON, kind: 'location' },
  ]);
});

test('a number that is too small for the database is stored as 0', async () => {
  const device = await rig.plain(GOOD);
  send(device, GOOD, 1, { speedMps: 1e-300, accuracyM: 1e-46, courseDeg: 1e-6 });
  await until(() => device.acknowledged().length === 1);
  expect(rig.storedOf('location').map(({ message }) => message)).toMatchObject([
    { speedMps: 0, accuracyM: 0, courseDeg: 1e-6 },
  ]);
});

test('a device that subscribes to its refusals hears why a message was not stored', async () => {
  const device = await rig.plain(POISON);
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: refusalTopic(POISON), qos: 1 }] });
  await until(() => device.heard.some(({ cmd }) => cmd === 'suback'));
  device.publish(telemetryTopic(POISON, 'heartbeat'), payloadOf('heartbeat', 1, { batteryPct: null }), { packetId: 1 });
  device.publish(telemetryTopic(POISON, 'location'), '\u{feff}{}', { packetId: 2 });
  send(device, POISON, 3, { satellites: POISON_SATELLITES });
  send(device, POISON, 4);
  await until(() => device.acknowledged().length === 4);

  const heard = device.heard.filter((packet) => packet.cmd === 'publish');
  expect(heard.map(({ topic, qos }) => [topic, qos])).toEqual(heard.map(() => [refusalTopic(POISON), 0]));
  expect(heard.map(({ payload }) => JSON.parse(payload.toString()) as object)).toEqual(
    expect.arrayContaining([
      { v: 1, kind: 'heartbeat', reason: expect.stringContaining('wrong_shape: batteryPct') },
      { v: 1, kind: 'location', reason: 'not_json' },
      { v: 1, kind: 'location', reason: expect.stringContaining('refused') },
    ]),
  );
  expect(heard).toHaveLength(3);
});

test('a panic that cannot be read in full is stored before its PUBACK and kept for staff too [PANIC-06]', async () => {
  const device = await rig.plain(GOOD);
  const payload = payloadOf('event', 5, { lat: null, lng: null });
  device.publish(telemetryTopic(GOOD, 'event'), payload, { packetId: 1 });
  await until(() => device.acknowledged().length === 1);
  expect(rig.storedOf('event').map(({ message }) => message)).toMatchObject([{ boot: 1, seq: 5, kind: 'panic' }]);
  device.publish(telemetryTopic(GOOD, 'event'), payloadOf('event', 6, { kind: 'tamper', lat: null }), { packetId: 2 });
  await until(() => device.acknowledged().length === 2);
  expect(rig.storedOf('event')).toHaveLength(1);
  const { rows } = await sql<{ reason: string }>`
    select reason from device_quarantine where serial = ${GOOD}`.execute(rig.test.database.sql);
  expect(rows.map(({ reason }) => reason.split(':', 2).join(':'))).toEqual(['wrong_shape: lat', 'wrong_shape: lat']);
});

test('the refusals of another device cannot be subscribed to', async () => {
  const device = await rig.plain(GOOD);
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: refusalTopic(POISON), qos: 0 }] });
  await until(() => device.heard.some(({ cmd }) => cmd === 'suback'));
  expect(device.heard.find(({ cmd }) => cmd === 'suback')).toMatchObject({ granted: [128] });
});
