// Presence of devices and the ways a connection ends, with a clock that the test moves.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';

import { fakeClock } from '#testing/fake-clock';
import type { FakeClock } from '#testing/fake-clock';

import { rawDevice } from '../testing/raw-device.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

let rig: TestGateway;
let clock: FakeClock;

beforeAll(async () => {
  clock = fakeClock();
  rig = await startTestGateway({ clock });
});

afterAll(() => rig.stop());

const presenceOf = (serial: string): Record<string, unknown>[] =>
  rig
    .storedOf('presence')
    .filter((one) => one.serial === serial)
    .map(({ message }) => message);

const reasonsOf = (serial: string): unknown[] => presenceOf(serial).map(({ reason }) => reason);

function willOf(serial: string): { topic: string; payload: Buffer; qos: 1; retain: false } {
  const payload = JSON.stringify({ v: 1, boot: 1, ts: clock.now().getTime(), status: 'offline' });
  return { topic: telemetryTopic(serial, 'status'), payload: Buffer.from(payload), qos: 1, retain: false };
}

async function connectWithWill(serial: string, keepalive = 60): Promise<RawDevice> {
  await rig.gateway.registry.enter(serial);
  const device = await rawDevice({ port: rig.mqttPort });
  expect(await device.connect({ clientId: serial, will: willOf(serial), keepalive })).toBe(0);
  return device;
}

test('the will of a disconnected device is published at once, unless the device said goodbye [STAT-05]', async () => {
  const cut = await connectWithWill('Trace_cut');
  cut.close();
  await until(() => reasonsOf('Trace_cut').length === 2);
  expect(presenceOf('Trace_cut')[1]).toMatchObject({ connected: false, reason: 'lost', will: { status: 'offline' } });
  const polite = await connectWithWill('Trace_polite');
  polite.send({ cmd: 'disconnect' });
  await until(() => reasonsOf('Trace_polite').length === 2);
  expect(presenceOf('Trace_polite')[1]).toMatchObject({ connected: false, reason: 'closed', will: null });
});

test.each([
  ['on a foreign topic', { topic: 'dt/trace/Trace_other/status' }],
  ['on another topic of its own', { topic: 'dt/trace/Trace_will/location' }],
  ['retained', { retain: true }],
  ['with QoS 2', { qos: 2 as const }],
  ['that is no status message', { payload: Buffer.from('offline') }],
])('a will %s is refused', async (_name, wrong) => {
  await rig.gateway.registry.enter('Trace_will');
  const device = await rawDevice({ port: rig.mqttPort });
  expect(await device.connect({ clientId: 'Trace_will', will: { ...willOf('Trace_will'), ...wrong } })).toBe(5);
});

test('silence of one and a half keep-alive times ends a connection [STAT-05]', async () => {
  const device = await connectWithWill('Trace_silent', 20);
  await clock.advance(29_000);
  expect(device.isClosed()).toBe(false);
  await clock.advance(2_000);
  await until(() => device.isClosed());
  await until(() => reasonsOf('Trace_silent').includes('keep_alive'));
  expect(presenceOf('Trace_silent').at(-1)).toMatchObject({ connected: false, will: { status: 'offline' } });
});

test('any packet counts as a sign of life', async () => {
  const device = await connectWithWill('Trace_alive', 20);
  for (let round = 1; round <= 4; round += 1) {
    await clock.advance(20_000);
    device.send({ cmd: 'pingreq' });
    await until(() => device.heard.filter((packet) => packet.cmd === 'pingresp').length === round);
  }
  expect(device.isClosed()).toBe(false);
  device.close();
});

test.each([
  [0, 300],
  [1, 15],
  [3_600, 300],
])('a keep-alive of %i s counts as %i s', async (askedSec, givenSec) => {
  const serial = `Trace_keep_${askedSec}`;
  const device = await connectWithWill(serial, askedSec);
  await clock.advance(givenSec * 1_500 - 1_000);
  expect(rig.gateway.isConnected(serial)).toBe(true);
  await clock.advance(2_000);
  expect(rig.gateway.isConnected(serial)).toBe(false);
  device.close();
});

test('a client that sends no CONNECT for five seconds is disconnected', async () => {
  const device = await rawDevice({ port: rig.mqttPort });
  await until(async () => {
    await clock.advance(1_000);
    return device.isClosed();
  });
  expect(device.heard).toEqual([]);
});

test('a device that disconnects before its admission leaves no trace', async () => {
  await rig.gateway.registry.enter('Trace_hasty');
  const before = rig.gateway.stats().connections;
  for (let nth = 0; nth < 20; nth += 1) {
    const device = await rawDevice({ port: rig.mqttPort });
    device.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'Trace_hasty',
      keepalive: 60,
    });
    device.socket.end();
    await until(() => device.isClosed());
  }
  await until(() => rig.gateway.stats().connections === before);
  expect(rig.gateway.isConnected('Trace_hasty')).toBe(false);
});

test('a registration without a notification is noticed within ten seconds', async () => {
  rig.unregistered.add('Trace_elsewhere');
  const device = await connectWithWill('Trace_elsewhere');
  rig.unregistered.delete('Trace_elsewhere');
  await clock.advance(10_500);
  await until(() => reasonsOf('Trace_elsewhere').length === 1);
  expect(presenceOf('Trace_elsewhere')[0]).toMatchObject({ connected: true });
  device.close();
});

test('the newer connection of a device wins, and its number is higher', async () => {
  const first = await connectWithWill('Trace_newer');
  const second = await connectWithWill('Trace_newer');
  await until(() => first.isClosed());
  await until(() => reasonsOf('Trace_newer').length === 3);
  const [began, ended, beganAnew] = presenceOf('Trace_newer');
  expect([began?.['reason'], ended?.['reason'], beganAnew?.['reason']]).toEqual([
    'connected',
    'taken_over',
    'connected',
  ]);
  expect(ended?.['connectionId']).toBe(began?.['connectionId']);
  expect(Number(beganAnew?.['connectionNumber'])).toBeGreaterThan(Number(began?.['connectionNumber']));
  expect(second.isClosed()).toBe(false);
  expect(rig.gateway.isConnected('Trace_newer')).toBe(true);
  second.close();
});

test('more than six takeovers a minute lock newcomers of that serial out for a minute', async () => {
  const devices: RawDevice[] = [];
  for (let nth = 0; nth <= 6; nth += 1) devices.push(await connectWithWill('Trace_clone'));
  const refused = await rawDevice({ port: rig.mqttPort });
  expect(await refused.connect({ clientId: 'Trace_clone' })).toBe(3);
  expect(rig.gateway.stats().quarantined).toBe(1);
  expect(devices.at(-1)?.isClosed()).toBe(false);
  await clock.advance(61_000);
  const later = await connectWithWill('Trace_clone');
  later.close();
});

test('a device that is registered while it is connected becomes present at once', async () => {
  rig.unregistered.add('Trace_later');
  const device = await connectWithWill('Trace_later');
  device.publish(telemetryTopic('Trace_later', 'status'), payloadOf('status', 1), { packetId: 1 });
  await until(() => device.acknowledged().includes(1));
  rig.unregistered.delete('Trace_later');
  await rig.gateway.rebind('Trace_later');
  await until(() => reasonsOf('Trace_later').length === 1);
  expect(presenceOf('Trace_later')[0]).toMatchObject({ connected: true });
  rig.gateway.disconnect('Trace_later', 'revoked');
  await until(() => device.isClosed());
});
