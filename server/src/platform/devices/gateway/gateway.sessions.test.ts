// MQTT sessions: the subscription of a device outlives its connection by an hour, and so do its commands.
import { randomUUID } from 'node:crypto';
import type { IPublishPacket } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { commandTopic } from '@trace/contract/device-protocol/topics';
import { fakeClock } from '#testing/fake-clock';
import type { FakeClock } from '#testing/fake-clock';

import { rawDevice } from '../testing/raw-device.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const SERIAL = 'Trace_session';
const MINUTE_MS = 60_000;

let rig: TestGateway;
let clock: FakeClock;
beforeEach(async () => {
  clock = fakeClock();
  rig = await startTestGateway({ clock });
  await rig.gateway.registry.enter(SERIAL);
});
afterEach(() => rig.stop());

/** Connects and returns the device with the session flag of CONNACK. */
async function connect(clean: boolean): Promise<{ device: RawDevice; isPresent: boolean }> {
  const device = await rawDevice({ port: rig.mqttPort });
  await device.connect({ clientId: SERIAL, clean, keepalive: 300 });
  const answer = device.heard.find(({ cmd }) => cmd === 'connack');
  return { device, isPresent: answer?.cmd === 'connack' && answer.sessionPresent };
}

async function subscribe(device: RawDevice): Promise<void> {
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: commandTopic(SERIAL), qos: 1 }] });
  await until(() => device.heard.some(({ cmd }) => cmd === 'suback'));
}

async function leave(device: RawDevice): Promise<void> {
  device.close();
  await until(() => !rig.gateway.isConnected(SERIAL));
}

const sendCommand = (requestId: string): string =>
  rig.gateway.send(
    SERIAL,
    { v: 1, requestId, command: 'getStatus', parameters: {}, expiresAt: clock.now().getTime() + 10 * MINUTE_MS },
    rig.gateway.commandConnectionOf(SERIAL) ?? 0,
  );

const published = (device: RawDevice): IPublishPacket[] => device.heard.filter((packet) => packet.cmd === 'publish');

test.each([
  [59, true],
  [61, false],
])('a session without CleanSession, %i minutes later: present %s', async (minutes, isKept) => {
  const first = await connect(false);
  expect(first.isPresent).toBe(false);
  await subscribe(first.device);
  await leave(first.device);
  await clock.advance(minutes * MINUTE_MS);

  const ready: string[] = [];
  rig.gateway.onReady((serial) => ready.push(serial));
  const { isPresent } = await connect(false);

  expect(isPresent).toBe(isKept);
  expect(rig.gateway.commandConnectionOf(SERIAL) !== null).toBe(isKept);
  expect(ready).toEqual(isKept ? [SERIAL] : []);
});

test('a command of a resumed session keeps its packet id and is marked as DUP', async () => {
  const first = await connect(false);
  await subscribe(first.device);
  const [known, fresh] = [randomUUID(), randomUUID()];
  sendCommand(known);
  await until(() => published(first.device).length === 1);
  await leave(first.device);

  const { device } = await connect(false);
  for (const requestId of [known, fresh]) expect(sendCommand(requestId)).toBe('sent');
  await until(() => published(device).length === 2);

  const firstId = published(first.device)[0]!.messageId!;
  expect(published(device)).toMatchObject([
    { messageId: firstId, dup: true },
    { messageId: firstId + 1, dup: false },
  ]);
});

test('a clean session ends the stored one', async () => {
  const first = await connect(false);
  await subscribe(first.device);
  await leave(first.device);
  await leave((await connect(true)).device);
  expect((await connect(false)).isPresent).toBe(false);
});

test('a session stays alive with the connection that took it over', async () => {
  const first = await connect(false);
  await subscribe(first.device);
  const { device, isPresent } = await connect(false);
  expect(isPresent).toBe(true);
  await until(() => first.device.isClosed());
  const pongs = (): number => device.heard.filter(({ cmd }) => cmd === 'pingresp').length;
  for (let minutes = 0; minutes < 65; minutes += 5) {
    const before = pongs();
    device.send({ cmd: 'pingreq' });
    await until(() => pongs() > before);
    await clock.advance(5 * MINUTE_MS);
  }
  await leave(device);
  expect((await connect(false)).isPresent).toBe(true);
});
