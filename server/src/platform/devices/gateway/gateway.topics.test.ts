// Deny by default: a device reaches only its own topics, in the allowed ways.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { commandTopic, replyTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';

import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

let rig: TestGateway;
let count = 0;

beforeAll(async () => {
  rig = await startTestGateway();
});

afterAll(() => rig.stop());

const nextSerial = (): string => `Trace_topic_${(count += 1)}`;

async function granted(device: RawDevice, topics: string[], messageId: number): Promise<number[] | null> {
  const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }));
  device.send({ cmd: 'subscribe', messageId, subscriptions });
  const answers = (): unknown[] =>
    device.heard.filter((packet) => packet.cmd === 'suback' && packet.messageId === messageId);
  await until(() => device.isClosed() || answers().length > 0);
  const answer = device.heard.find((packet) => packet.cmd === 'suback' && packet.messageId === messageId);
  return answer?.cmd === 'suback' ? (answer.granted as number[]) : null;
}

describe('publishing', () => {
  test.each(['location', 'heartbeat', 'status', 'log', 'event', 'reply'] as const)(
    "the gateway accepts a publish to the device's own %s [REG-08]",
    async (kind) => {
      const serial = nextSerial();
      const device = await rig.plain(serial);
      const topic = kind === 'reply' ? replyTopic(serial) : telemetryTopic(serial, kind);
      device.publish(topic, payloadOf(kind, 1), { packetId: 5 });
      await until(() => device.acknowledged().includes(5));
      expect(await rig.rows(serial, kind)).toBe(1);
      device.close();
    },
  );

  test.each([
    'dt/trace/Trace_other/location',
    'cmd/trace/Trace_other/res',
    'cmd/trace/OWN/req',
    'dt/trace/OWN/LOCATION',
    'dt/trace/OWN/location/more',
    'dt/trace/OWN/unknown',
    'dt/other/OWN/location',
    'dt/trace/OWN/#',
    'dt/trace/+/location',
    '$SYS/broker/clients',
    '$share/all/dt/trace/OWN/location',
    '/dt/trace/OWN/location',
    '',
    'x'.repeat(5_000),
  ])('a publish to %s ends the connection and stores no message [REG-08]', async (pattern) => {
    const serial = nextSerial();
    const device = await rig.plain(serial);
    device.publish(telemetryTopic(serial, 'location'), payloadOf('location', 1), { packetId: 1 });
    const topic = Buffer.from(pattern.replace('OWN', serial));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(topic.length);
    const body = Buffer.concat([length, topic, Buffer.from([0, 2]), Buffer.from(payloadOf('location', 2))]);
    device.write(Buffer.concat([Buffer.from([0x32, (body.length & 127) | 128, body.length >> 7]), body]));
    await until(() => device.isClosed());
    expect(device.acknowledged()).not.toContain(2);
    expect(await rig.rows(serial, 'location')).toBeLessThanOrEqual(1);
  });

  test('QoS 2 and retained messages end the connection; QoS 0 is stored without an answer [T64]', async () => {
    const serial = nextSerial();
    const topic = telemetryTopic(serial, 'location');
    const careful = await rig.plain(serial);
    careful.publish(topic, payloadOf('location', 1), { qos: 2 });
    await until(() => careful.isClosed());
    const keeper = await rig.plain(serial);
    keeper.publish(topic, payloadOf('location', 2), { retain: true });
    await until(() => keeper.isClosed());
    const careless = await rig.plain(serial);
    careless.publish(topic, payloadOf('location', 3), { qos: 0 });
    await until(async () => (await rig.rows(serial, 'location')) === 1);
    expect(careless.acknowledged()).toEqual([]);
    careless.close();
  });

  test('a payload of 16 KiB is looked at, a bigger packet ends the connection', async () => {
    const serial = nextSerial();
    const device = await rig.plain(serial);
    const text = payloadOf('location', 1);
    device.publish(telemetryTopic(serial, 'location'), text.padEnd(16 * 1024, ' '), { packetId: 1 });
    await until(() => device.acknowledged().includes(1));
    expect(await rig.rows(serial, 'location')).toBe(1);
    device.publish(telemetryTopic(serial, 'location'), text.padEnd(17 * 1024, ' '), { packetId: 2 });
    await until(() => device.isClosed());
    expect(device.acknowledged()).toEqual([1]);
  });
});

describe('subscribing', () => {
  test("only the device's own command topic is granted [REG-08]", async () => {
    const serial = nextSerial();
    const device = await rig.plain(serial);
    const foreign = [
      '#',
      '+',
      'cmd/trace/+/req',
      'cmd/trace/Trace_other/req',
      `$share/g/${commandTopic(serial)}`,
      '$SYS/#',
    ];
    expect(await granted(device, foreign, 1)).toEqual(foreign.map(() => 128));
    expect(await granted(device, [telemetryTopic(serial, 'location'), commandTopic(serial)], 2)).toEqual([128, 1]);
    device.close();
  });

  test('more than eight filters end the connection', async () => {
    const device = await rig.plain(nextSerial());
    expect(
      await granted(
        device,
        Array.from({ length: 9 }, (_, nth) => `a/${nth}`),
        1,
      ),
    ).toBeNull();
  });

  test('a ping is answered', async () => {
    const device = await rig.plain(nextSerial());
    device.send({ cmd: 'pingreq' });
    await until(() => device.heard.some((packet) => packet.cmd === 'pingresp'));
    expect(device.isClosed()).toBe(false);
    device.close();
  });
});

describe('commands', () => {
  const command = {
    v: 1 as const,
    requestId: '0f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f',
    command: 'getLocation' as const,
    parameters: {},
    expiresAt: Date.now() + 30_000,
  };

  const send = (serial: string, message: CommandMessage): 'sent' | 'not_sent' =>
    rig.gateway.send(serial, message, rig.gateway.commandConnectionOf(serial) ?? 0);

  test('a command reaches a listening device once, and its PUBACK is reported', async () => {
    const serial = nextSerial();
    const ready: string[] = [];
    const acknowledged: [string, string][] = [];
    const stopReady = rig.gateway.onReady((which) => ready.push(which));
    const stopAcknowledged = rig.gateway.onCommandAcknowledged((...command) => acknowledged.push(command));
    const device = await rig.plain(serial);
    expect(send(serial, command)).toBe('not_sent');
    await granted(device, [commandTopic(serial)], 1);
    await until(() => ready.includes(serial));
    expect(send(serial, command)).toBe('sent');
    await until(() => device.heard.some((packet) => packet.cmd === 'publish'));
    const heard = device.heard.find((packet) => packet.cmd === 'publish');
    expect(heard).toMatchObject({ topic: commandTopic(serial), qos: 1, retain: false });
    expect(JSON.parse(String(heard?.cmd === 'publish' ? heard.payload : ''))).toEqual(command);
    device.send({ cmd: 'puback', messageId: heard?.messageId ?? 0 });
    await until(() => acknowledged.length > 0);
    expect(acknowledged).toEqual([[command.requestId, serial]]);
    stopReady();
    stopAcknowledged();
    device.close();
    await until(() => !rig.gateway.isConnected(serial));
    expect(send(serial, command)).toBe('not_sent');
  });

  test('a device that acknowledges no command receives at most fifty', async () => {
    const serial = nextSerial();
    const device = await rig.plain(serial);
    await granted(device, [commandTopic(serial)], 1);
    const outcomes = Array.from({ length: 60 }, () => send(serial, { ...command, requestId: randomUUID() }));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(50);
    device.close();
  });
});
