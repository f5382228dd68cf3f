// A device renews its certificate over its own connection, and the gateway renews its own one.
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { certificateAnswer } from '@trace/contract/device-protocol/certificates';
import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import { certificateTopic, commandTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createTracker } from '@trace/simulator/device/tracker';

import { systemClock } from '#platform/clock/clock';

import { IDENTITY_CHANNEL } from '../identity/root-keys.ts';
import { fingerprintOfPem, makeDevice, makeRequest } from '../testing/device-certificate.ts';
import type { DeviceCertificate } from '../testing/device-certificate.ts';
import { rawDevice } from '../testing/raw-device.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const ACCEPTED = 0;
const NOT_AUTHORIZED = 5;
const REFUSED = 0x80;

const YEARS_AGO_MS = rules.deviceMs + DAY_MS;

/** How far the clock of the gateway is behind. The gateway starts when its authority is made. */
let behindMs = YEARS_AGO_MS + rules.authorityMs - rules.authorityRenewLeftMs + DAY_MS;
let rig: TestGateway;
let seq = 0;

beforeAll(async () => {
  rig = await startTestGateway({ clock: { ...systemClock(), now: () => new Date(Date.now() - behindMs) } });
  await rig.gateway.registry.enter('Trace_trusts');
  await sql`update device_registry set last_connected_at = now()`.execute(rig.test.database.sql);
  // Two years ago the second authority was due. Since then, the certificate of the gateway has ended.
  behindMs = YEARS_AGO_MS;
  await renewGateway();
  behindMs = 0;
  await renewGateway();
});
afterAll(() => rig.stop());

const authorities = (): string[] => rig.gateway.certificates.caPem.split(/(?<=-----END CERTIFICATE-----)\n/);
const trustedByAll = (): string[] => authorities().map(fingerprintOfPem);

/** Runs the check that each process does hourly, and waits for a connection that sees its outcome. */
async function renewGateway(): Promise<void> {
  const [before] = await gatewayRows();
  await sql`select pg_notify(${IDENTITY_CHANNEL}, '')`.execute(rig.test.database.sql);
  await until(async () => (await gatewayRows())[0]!.certificatePem !== before!.certificatePem);
  await until(async () => (await gatewayRows())[0]!.certificatePem.includes((await servedCertificate()).slice(0, 60)));
}

async function gatewayRows(): Promise<{ certificatePem: string; authorityId: number }[]> {
  const { rows } = await sql<{ certificatePem: string; authorityId: number }>`
    select certificate_pem, authority_id from device_gateway_certificate`.execute(rig.test.database.sql);
  return rows;
}

/** The certificate that a new connection gets, valid or not, in base64. */
async function servedCertificate(): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port: rig.mqttsPort, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const served = socket.getPeerX509Certificate()!.raw.toString('base64');
  socket.destroy();
  return served;
}

async function connect(serial: string, certificate: DeviceCertificate): Promise<{ device: RawDevice; code: unknown }> {
  const device = await rawDevice({ port: rig.mqttsPort, certificate, caPem: rig.gateway.certificates.caPem });
  const code = await device.connect({ clientId: serial });
  const subscriptions = [commandTopic(serial), certificateTopic(serial)].map((topic) => ({ topic, qos: 1 as const }));
  if (code === ACCEPTED) device.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  return { device, code };
}

async function ask(
  device: RawDevice,
  serial: string,
  fields: { uses: string; trusts?: string[]; csr?: string },
): Promise<CertificateAnswer> {
  const body = { v: 1, boot: 1, seq: seq++, ts: Date.now(), trusts: trustedByAll(), ...fields };
  device.publish(telemetryTopic(serial, 'certificate'), JSON.stringify(body), { packetId: 9 });
  await until(() => answers(device).some((answer) => answer.seq === body.seq));
  return answers(device).find((answer) => answer.seq === body.seq)!;
}

const answers = (device: RawDevice): CertificateAnswer[] =>
  device.heard.flatMap((packet) =>
    packet.cmd === 'publish' && packet.topic.endsWith('/certificate')
      ? [certificateAnswer.parse(JSON.parse(packet.payload.toString()))]
      : [],
  );

/** A registered device with an operational certificate that was issued this long ago. */
async function deviceOf(serial: string, issuedMsAgo = 0): Promise<DeviceCertificate> {
  await rig.gateway.registry.enter(serial);
  behindMs = issuedMsAgo;
  const certificate = await makeDevice(rig.gateway.certificates, serial, 'operational');
  behindMs = 0;
  const issuedAt = new Date(Date.now() - issuedMsAgo);
  await sql`update device_certificate set issued_at = ${issuedAt} where serial = ${serial}`.execute(
    rig.test.database.sql,
  );
  return certificate;
}

/** The device as it is after its request: with the certificate of the answer and the key of the request. */
async function renew(device: RawDevice, serial: string, uses: string): Promise<DeviceCertificate> {
  const { keyPem, csrPem } = await makeRequest(serial);
  const { certificate = '' } = await ask(device, serial, { uses, csr: csrPem });
  return { keyPem, certificatePem: certificate, fingerprint: fingerprintOfPem(certificate) };
}

const standings = async (serial: string) =>
  (await rig.gateway.certificates.list(serial)).map(({ standing, revokeReason }) => revokeReason ?? standing);

test('a device renews over its connection, and the old certificate works until it reports the new one [REG-12]', async () => {
  const serial = 'Trace_renews';
  const old = await deviceOf(serial, rules.deviceMs * 0.7);
  const { device } = await connect(serial, old);
  expect(await ask(device, serial, { uses: old.fingerprint })).toMatchObject({ renew: true, authorities: [] });
  const renewed = await renew(device, serial, old.fingerprint);
  expect(await standings(serial)).toEqual(['next', 'current']);

  const { device: later } = await connect(serial, renewed);
  expect(await standings(serial)).toEqual(['current', 'retiring']);
  expect((await connect(serial, old)).code).toBe(ACCEPTED);

  const { device: last } = await connect(serial, renewed);
  expect(await ask(last, serial, { uses: renewed.fingerprint })).toMatchObject({ renew: false });
  expect(await standings(serial)).toEqual(['current', 'renewed']);
  expect((await connect(serial, old)).code).toBe(NOT_AUTHORIZED);
  expect(rig.gateway.isConnected(serial)).toBe(true);
  later.close();
});

test('a simulated tracker renews an ended certificate by itself, then sends what waited [REG-12]', async () => {
  const serial = 'Trace_simulated';
  const { keyPem, certificatePem } = await deviceOf(serial, rules.deviceMs + DAY_MS);
  const tls = { keyPem, certificatePem, caPem: rig.gateway.certificates.caPem };
  const tracker = createTracker({ serial, network: { host: 'localhost', port: rig.mqttsPort, tls } });
  const reported = tracker.report();
  await tracker.start();
  expect(await reported).toBe(true);
  await until(async () => (await standings(serial)).join() === 'current,renewed');
  await tracker.stop();
});

test('a repeated request gets the same certificate, and a new key replaces the one that waits [REG-12]', async () => {
  const serial = 'Trace_repeats';
  const old = await deviceOf(serial);
  const { device } = await connect(serial, old);
  const { csrPem } = await makeRequest(serial);
  const first = await ask(device, serial, { uses: old.fingerprint, csr: csrPem });
  const again = await ask(device, serial, { uses: old.fingerprint, csr: csrPem });
  expect(again.certificate).toBe(first.certificate);
  await renew(device, serial, old.fingerprint);
  expect(await ask(device, serial, { uses: old.fingerprint, csr: csrPem })).toMatchObject({ refused: 'superseded' });
  expect(await standings(serial)).toEqual(['next', 'superseded', 'current']);
});

test('a device gets four certificates a day, for new keys of its own serial [REG-12]', async () => {
  const serial = 'Trace_greedy';
  const { csrPem: ownKey } = await makeRequest(serial);
  await rig.gateway.registry.enter(serial);
  const { fingerprint } = await rig.gateway.certificates.issue(serial, ownKey);
  const factory = await makeDevice(rig.gateway.certificates, serial);
  const { device } = await connect(serial, factory);
  const askFor = async (csr: string) => (await ask(device, serial, { uses: fingerprint, csr })).refused ?? 'issued';
  expect(await askFor(ownKey)).toBe('key_in_use');
  expect(await askFor((await makeRequest('Trace_other')).csrPem)).toBe('bad_request');
  const outcomes = [];
  for (let nth = 0; nth <= rules.renewalsPerDay; nth += 1)
    outcomes.push(await askFor((await makeRequest(serial)).csrPem));
  expect(outcomes).toEqual(['issued', 'issued', 'issued', 'issued', 'too_many']);
});

test('a removed device, and a certificate of another device, renew nothing [REG-12]', async () => {
  const serial = 'Trace_removed';
  const stranger = await deviceOf('Trace_stranger');
  const old = await deviceOf(serial);
  const { device } = await connect(serial, old);
  const { csrPem } = await makeRequest(serial);
  expect(await ask(device, serial, { uses: stranger.fingerprint, csr: csrPem })).toMatchObject({
    refused: 'unknown_certificate',
  });
  rig.unregistered.add(serial);
  const { device: removed } = await connect(serial, old);
  const body = { v: 1, boot: 1, seq: seq++, ts: 0, uses: old.fingerprint, trusts: [], csr: csrPem };
  removed.publish(telemetryTopic(serial, 'certificate'), JSON.stringify(body), { packetId: 9 });
  await until(() => removed.acknowledged().length > 0);
  expect(await standings(serial)).toEqual(['current']);
});

test('a registration revokes the certificates of a renewal that is under way at once [REG-12]', async () => {
  const serial = 'Trace_set_up_again';
  const old = await deviceOf(serial);
  const { device } = await connect(serial, old);
  const renewed = await renew(device, serial, old.fingerprint);
  await makeDevice(rig.gateway.certificates, serial, 'operational');
  expect(await standings(serial)).toEqual(['current', 'replaced', 'replaced']);
  expect((await connect(serial, renewed)).code).toBe(NOT_AUTHORIZED);
});

test('an ended certificate connects for its renewal alone, until its grace is over [REG-12]', async () => {
  const serial = 'Trace_wintered';
  const ended = await deviceOf(serial, rules.deviceMs + rules.graceMs - DAY_MS);
  const { device } = await connect(serial, ended);
  await until(() => device.heard.some((packet) => packet.cmd === 'suback'));
  expect(device.heard.find((packet) => packet.cmd === 'suback')).toMatchObject({ granted: [REFUSED, 0] });
  device.publish(telemetryTopic(serial, 'location'), payloadOf('location', 1), { packetId: 7 });
  expect(await ask(device, serial, { uses: ended.fingerprint })).toMatchObject({ renew: true });
  const renewed = await renew(device, serial, ended.fingerprint);
  expect(device.acknowledged()).not.toContain(7);
  expect(rig.storedOf('presence').some((message) => message.serial === serial)).toBe(false);
  expect(rig.storedOf('location').some((message) => message.serial === serial)).toBe(false);

  const { device: later } = await connect(serial, renewed);
  later.publish(telemetryTopic(serial, 'location'), payloadOf('location', 1), { packetId: 7 });
  await until(() => later.acknowledged().includes(7));
  const forgotten = await deviceOf('Trace_forgotten', rules.deviceMs + rules.graceMs + DAY_MS);
  expect((await connect('Trace_forgotten', forgotten)).code).toBe(NOT_AUTHORIZED);
});

test('an ended certificate of another authority does not get through the handshake [REG-12]', async () => {
  const foreign = await startTestGateway({
    mqttPort: null,
    clock: { ...systemClock(), now: () => new Date(Date.now() - rules.deviceMs - DAY_MS) },
  });
  await rig.gateway.registry.enter('Trace_foreign');
  const ended = await makeDevice(foreign.gateway.certificates, 'Trace_foreign');
  expect((await connect('Trace_foreign', ended)).code).toBeNull();
  await foreign.stop();
});

test('devices whose certificate ends within 30 days are counted until they renew, and no others [REG-12]', async () => {
  const before = await rig.gateway.readCertificateFigures();
  const ending = await deviceOf('Trace_ending', rules.deviceMs - rules.warnMs + DAY_MS);
  await deviceOf('Trace_not_ending', rules.deviceMs - rules.warnMs - DAY_MS);
  await deviceOf('Trace_unregistered', rules.deviceMs - DAY_MS);
  rig.unregistered.add('Trace_unregistered');
  const { devicesEnding } = await rig.gateway.readCertificateFigures();
  expect(devicesEnding - before.devicesEnding).toBe(1);
  expect(before.gatewayEndsAt.getTime()).toBeGreaterThan(Date.now() + rules.gatewayRenewLeftMs);
  expect(before.nextAuthorityEndsAt!.getTime()).toBeGreaterThan(before.authorityEndsAt.getTime());

  const { device } = await connect('Trace_ending', ending);
  await connect('Trace_ending', await renew(device, 'Trace_ending', ending.fingerprint));
  expect((await rig.gateway.readCertificateFigures()).devicesEnding).toBe(before.devicesEnding);
});

test('devices learn the next authority before the gateway uses it, and connections go on [REG-12]', async () => {
  const serial = 'Trace_trusts';
  const [first, second] = authorities();
  expect(await gatewayRows()).toMatchObject([{ authorityId: 1 }]);
  await sql`update device_registry set last_connected_at = null where serial <> ${serial}`.execute(
    rig.test.database.sql,
  );
  const own = await deviceOf(serial);
  const { device } = await connect(serial, own);
  const trusts = [fingerprintOfPem(first!)];
  const answer = await ask(device, serial, { uses: own.fingerprint, trusts });
  expect(answer.authorities.map((pem) => pem.trim())).toEqual([second!.trim()]);
  // The device trusts the first authority alone, so the gateway keeps it.
  await sql`update device_gateway_certificate set expires_at = now() + interval '40 days'`.execute(
    rig.test.database.sql,
  );
  await renewGateway();
  expect(await gatewayRows()).toMatchObject([{ authorityId: 1 }]);

  await ask(device, serial, { uses: own.fingerprint });
  await renewGateway();
  expect(await gatewayRows()).toMatchObject([{ authorityId: 2 }]);
  expect(device.isClosed()).toBe(false);
  expect(await ask(device, serial, { uses: own.fingerprint })).toMatchObject({ authorities: [] });
});
