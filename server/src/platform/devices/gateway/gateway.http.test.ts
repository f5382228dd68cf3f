// HTTP and MQTT on one device port.
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceFunctions } from '#platform/http/servers/device.edge';
import { createDeviceServer } from '#platform/http/servers/device-server';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { fakeClock } from '#testing/fake-clock';
import { makeDevice, type DeviceCertificate } from '../testing/device-certificate.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const limit = { calls: 100, windowSec: 60 };
const functions: DeviceFunctions = {
  bodyMaxBytes: 1_000,
  limit,
  strangerLimit: limit,
  list: [
    {
      methods: ['GET', 'POST'],
      path: '/whoami',
      async handle({ certificate, baseUrl, json }) {
        if (certificate === null || !(await rig.gateway.isCertificateValid(certificate)))
          throw new Refusal('unauthenticated', 'No.');
        const answer = { serial: certificate.serial, baseUrl, body: json() };
        return { status: 200, headers: {}, body: JSON.stringify(answer) };
      },
    },
  ],
};

const server = createDeviceServer({
  clock: fakeClock(),
  log: createLog({ level: 'silent' }),
  functions,
  requestTimeoutMs: 300,
});
let rig: TestGateway;
beforeAll(async () => {
  await server.start();
  rig = await startTestGateway({ onHttpSocket: server.accept, limits: { maxPending: 2, handshakeMs: 300 } });
});
afterAll(async () => {
  await server.stop();
  await rig.stop();
});

const tlsOf = ({ keyPem, certificatePem }: DeviceCertificate) => ({
  ...{ host: '127.0.0.1', port: rig.mqttsPort, ca: rig.gateway.certificates.caPem },
  ...{ key: keyPem, cert: certificatePem },
});

async function call(certificate: DeviceCertificate, path = '/whoami', body = ''): Promise<[number, string]> {
  const sent = request({ ...tlsOf(certificate), path, method: body === '' ? 'GET' : 'POST', agent: false });
  sent.end(body);
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => void text(answer).then((all) => resolve([answer.statusCode!, all])));
  });
}

async function known(serial: string): Promise<DeviceCertificate> {
  await rig.gateway.registry.enter(serial);
  return makeDevice(rig.gateway.certificates, serial);
}

test('a device speaks HTTP and MQTT on the same port, with the same certificate [FWM-02]', async () => {
  const certificate = await known('Trace_both');
  const mqtt = await rig.secure('Trace_mqtt');
  const [status, body] = await call(certificate, '/whoami', JSON.stringify('x'.repeat(900)));
  const baseUrl = `https://127.0.0.1:${rig.mqttsPort}`;
  expect([status, JSON.parse(body)]).toEqual([200, { serial: 'Trace_both', baseUrl, body: 'x'.repeat(900) }]);
  expect(mqtt.isClosed()).toBe(false);
  mqtt.close();
});

test('only the functions for devices answer, and a large body is refused', async () => {
  const certificate = await known('Trace_other');
  expect((await call(certificate, '/api/devices'))[0]).toBe(404);
  expect((await call(certificate, '/whoami', 'x'.repeat(1_001)))[0]).toBe(413);
});

test('a certificate that is revoked, or whose serial is in no registry, proves nothing [FWM-02]', async () => {
  const certificate = await known('Trace_gone');
  expect((await call(certificate))[0]).toBe(200);
  await rig.gateway.certificates.revoke('Trace_gone', 'test');
  expect((await call(certificate))[0]).toBe(401);
  expect((await call(await makeDevice(rig.gateway.certificates, 'Trace_nobody', 'operational')))[0]).toBe(401);
});

test.each([
  ['nothing', ''],
  ['half a request', 'GET /whoami HTTP/1.1\r\nHost: x\r\n'],
  ['half a body', 'POST /whoami HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1'],
])('a device that sends %s is disconnected in time', async (_name, bytes) => {
  const certificate = await known('Trace_slow');
  const socket = connect(tlsOf(certificate), () => void socket.write(bytes));
  const ended = text(socket).catch(() => '');
  expect(await ended).not.toContain('200 OK');
});

test('a connection without a proven request counts as pending', async () => {
  const certificate = await known('Trace_many');
  const open = async (first: string) => {
    const socket = connect(tlsOf(certificate), () => void socket.write(first));
    const ended = new Promise<string>((resolve) => socket.once('close', () => resolve('ended')).on('error', () => {}));
    const answered = new Promise<string>((resolve) =>
      socket.once('data', (chunk) => resolve(String(chunk).slice(9, 12))),
    );
    return { socket, outcome: await Promise.race([ended, answered]) };
  };
  const good = 'GET /whoami HTTP/1.1\r\nHost: x\r\n\r\n';
  const bad = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const proven = [await open(good), await open(good), await open(good)];
  expect(proven.map(({ outcome }) => outcome)).toEqual(['200', '200', '200']);
  const unproven = [await open(bad), await open(bad), await open(bad)];
  expect(unproven.map(({ outcome }) => outcome)).toEqual(['404', '404', 'ended']);
  for (const { socket } of [...proven, ...unproven]) socket.destroy();
});
