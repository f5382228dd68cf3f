// MUSTs of MQTT 3.1.1 that no ordinary client breaks, and the TLS of the gateway. Numbers are those of the specification.
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { DAY_MS } from '@trace/contract/kernel/time';
import { fakeClock } from '#testing/fake-clock';

import { makeDevice } from '../testing/device-certificate.ts';
import type { DeviceCertificate } from '../testing/device-certificate.ts';
import { rawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const SERIAL = 'Trace_strict';
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);

let rig: TestGateway;
let certificate: DeviceCertificate;
beforeAll(async () => {
  rig = await startTestGateway();
  certificate = await makeDevice(rig.gateway.certificates, SERIAL);
});
afterAll(() => rig.stop());

interface ConnectBytes {
  level?: number;
  flags?: number;
  fields?: Buffer[];
}

function connectBytes({ level = 4, flags = 2, fields = [] }: ConnectBytes): Buffer {
  const body = Buffer.concat([text('MQTT'), Buffer.from([level, flags, 0, 60]), text(SERIAL), ...fields]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

/** The return code of CONNACK, or null when the gateway closed the connection without an answer. */
async function answerTo(bytes: Buffer): Promise<number | null> {
  await rig.gateway.registry.enter(SERIAL);
  const device = await rawDevice({ port: rig.mqttPort });
  device.write(bytes);
  await until(() => device.isClosed() || device.heard.length > 0);
  const [answer] = device.heard;
  device.close();
  await until(() => !rig.gateway.isConnected(SERIAL));
  return answer?.cmd === 'connack' ? (answer.returnCode ?? null) : null;
}

const willFields = [text(telemetryTopic(SERIAL, 'status')), text('{"v":1,"boot":1,"ts":0,"status":"offline"}')];

test.each<[string, ConnectBytes, number | null]>([
  ['a well-formed CONNECT', {}, 0],
  ['user and password', { flags: 0xc2, fields: [text('user'), text('password')] }, 0],
  ['a will of QoS 1', { flags: 0x0e, fields: willFields }, 0],
  ['protocol level 3 (3.1.2-2)', { level: 3 }, 1],
  ['protocol level 5 (3.1.2-2)', { level: 5 }, 1],
  ['protocol level 6 (3.1.2-2)', { level: 6 }, 1],
  ['protocol level 0x84 (3.1.2-2)', { level: 0x84 }, 1],
  ['a reserved flag (3.1.2-3)', { flags: 3 }, null],
  ['a password without a user (3.1.2-22)', { flags: 0x42, fields: [text('password')] }, null],
  ['a will of QoS 3 (3.1.2-14)', { flags: 0x1e, fields: willFields }, null],
  ['QoS of a will without a will (3.1.2-13)', { flags: 0x0a }, null],
  ['bytes after the last field (3.1.3-1)', { fields: [Buffer.from('more')] }, null],
])('the gateway answers %s as MQTT 3.1.1 asks', async (_name, bytes, code) => {
  expect(await answerTo(connectBytes(bytes))).toBe(code);
});

const own = text(telemetryTopic(SERIAL, 'location'));
const payload = Buffer.from(payloadOf('location', 1));
const qos0 = (firstByte: number): Buffer => {
  const length = own.length + payload.length;
  return Buffer.concat([Buffer.from([firstByte, (length & 127) | 128, length >> 7]), own, payload]);
};

test.each<[string, Buffer]>([
  ['PINGREQ with flags (2.2.2-2)', Buffer.from([0xc1, 0])],
  ['PINGREQ with a body', Buffer.from([0xc0, 1, 0])],
  ['DISCONNECT with flags (3.14.1-1)', Buffer.from([0xe1, 0])],
  ['SUBSCRIBE with packet id 0 (2.3.1-1)', Buffer.concat([Buffer.from([0x82, 6, 0, 0]), text('a'), Buffer.from([1])])],
  ['UNSUBSCRIBE with packet id 0 (2.3.1-1)', Buffer.concat([Buffer.from([0xa2, 5, 0, 0]), text('a')])],
  ['UNSUBSCRIBE without filters (3.10.3-2)', Buffer.from([0xa2, 2, 0, 1])],
  ['QoS 0 with DUP (3.3.1-2)', qos0(0x38)],
])('the gateway closes the connection after %s', async (_name, bytes) => {
  const before = rig.gateway.stats().misbehaved;
  const device = await rig.plain(SERIAL);
  device.write(bytes);
  await until(() => device.isClosed());
  expect(rig.gateway.stats().misbehaved).toBe(before + 1);
});

function openTls(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls(
      {
        port: rig.mqttsPort,
        host: '127.0.0.1',
        servername: 'localhost',
        key: certificate.keyPem,
        cert: certificate.certificatePem,
        ca: rig.gateway.certificates.caPem,
        ...options,
      },
      () => resolve(socket),
    );
    socket.once('error', reject);
  });
}

test.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES128-SHA256', 'AES128-SHA'])(
  'TLS 1.2 with the CBC cipher suite %s is refused',
  async (ciphers) => {
    await expect(openTls({ maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(
      /handshake failure|no cipher match|no ciphers available/i,
    );
  },
);

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a device resumes its %s session, and is still the same device',
  async (version) => {
    await rig.gateway.registry.enter(SERIAL);
    const versions = { minVersion: version, maxVersion: version };
    const first = await openTls(versions);
    const tickets: Buffer[] = [];
    first.on('session', (ticket) => tickets.push(ticket));
    const isAccepted = new Promise((resolve) => {
      first.once('data', resolve);
    });
    first.write(connectBytes({}));
    await isAccepted;
    const session = tickets.at(-1) ?? first.getSession()!;
    first.destroy();
    await until(() => !rig.gateway.isConnected(SERIAL));

    const again = await openTls({ ...versions, session });
    const answered = new Promise<Buffer>((resolve) => {
      again.once('data', resolve);
    });
    again.write(connectBytes({}));

    expect((await answered)[3]).toBe(0);
    expect(again.isSessionReused()).toBe(true);
    again.destroy();
  },
);

test('a revoked certificate does not come back by a resumed session [REG-08]', async () => {
  const serial = 'Trace_resumes';
  await rig.gateway.registry.enter(serial);
  const theirs = await makeDevice(rig.gateway.certificates, serial);
  const identity = { key: theirs.keyPem, cert: theirs.certificatePem, maxVersion: 'TLSv1.2' as const };
  const first = await openTls(identity);
  const session = first.getSession()!;
  first.destroy();
  await rig.gateway.certificates.revoke(serial, 'stolen');

  const again = await openTls({ ...identity, session });
  const body = Buffer.concat([text('MQTT'), Buffer.from([4, 2, 0, 60]), text(serial)]);
  const answered = new Promise<Buffer>((resolve) => {
    again.once('data', resolve);
  });
  again.write(Buffer.concat([Buffer.from([0x10, body.length]), body]));

  expect(again.isSessionReused()).toBe(true);
  expect((await answered)[3]).toBe(5);
  again.destroy();
});

test('a certificate that ends while its device is connected ends the connection [REG-08]', async () => {
  const clock = fakeClock(new Date());
  const other = await startTestGateway({ clock });
  const device = await other.secure('Trace_ends');
  clock.set(new Date(Date.now() + 3 * 365 * DAY_MS));
  await clock.advance(1_000);
  await until(() => device.isClosed());
  const ends = () => other.storedOf('presence').filter(({ message }) => message['connected'] === false);
  await until(() => ends().length > 0);
  expect(ends()[0]!.message['reason']).toBe('revoked');
  await other.stop();
});
