import { randomUUID } from 'node:crypto';
import { listDevices } from '@trace/contract/devices/devices.api';
import { provisionCertificate } from '@trace/contract/devices/registration/devices.registration.api';
import { commandTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import type { ApiError } from '@trace/contract/kernel/client';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDevice, makeRequest, type DeviceCertificate } from '#platform/devices/testing/device-certificate';
import { rawDevice, type RawDevice } from '#platform/devices/testing/raw-device';
import { eventually } from '#testing/eventually';
import { storedPositions } from '#testing/followed-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
const open: RawDevice[] = [];

beforeAll(async () => {
  portal = await startPortal({}, undefined, new Date());
  installer = await portal.person({ role: 'installer' });
});
afterAll(async () => {
  for (const device of open) device.close();
  await portal.stop();
});

const actorOf = (person: SignedIn) =>
  ({
    accountId: person.id,
    sessionId: '',
    role: 'installer',
    email: person.email,
    firstName: 'I',
    lastName: 'N',
    timeZone: 'UTC',
    provedAt: new Date(0),
  }) as const;
const origin = { requestId: randomUUID(), address: '127.0.0.1', userAgent: 'test' };
const register = (person: SignedIn, serial: string) =>
  portal.app.devices.register(actorOf(person), origin, { serial, nickname: null });
const assign = (serial: string, user: SignedIn) =>
  portal.app.assignments.assign(actorOf(installer), origin, serial, user.email);
const enter = (serial: string) => portal.app.gateway.registry.enter(serial);
const provision = (person: SignedIn, serialNumber: string, csr: string) =>
  person.api.call(provisionCertificate, { body: { serialNumber, csr } });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: ApiError | (Error & { code?: string })) => ('refusal' in error ? error.refusal!.code : error.code!),
  );

async function overTls(certificate: DeviceCertificate): Promise<RawDevice> {
  const device = await rawDevice({ port: portal.mqttsPort, certificate, caPem: portal.app.gateway.certificates.caPem });
  open.push(device);
  return device;
}

/** Connects over TLS; answers the return code of the CONNACK, or null when the server hung up. */
async function knock(certificate: DeviceCertificate, serial: string): Promise<number | null> {
  return (await overTls(certificate)).connect({ clientId: serial });
}

/** Simulates the installer's tool: the device makes a key, and the portal signs. */
async function provisioned(person: SignedIn, serial: string): Promise<DeviceCertificate> {
  const { keyPem, csrPem } = await makeRequest(serial);
  const { certificate } = await provision(person, serial, csrPem);
  return { keyPem, certificatePem: certificate, fingerprint: '' };
}

test('a Trace_ device with a factory identity enters the registry on first TLS connection and can be registered [REG-07]', async () => {
  const serial = newSerial();
  expect(await codeOf(register(installer, serial))).toBe('conflict');
  expect(await knock(await makeDevice(portal.app.gateway.certificates, serial), serial)).toBe(0);
  expect(await portal.app.gateway.registry.find(serial)).toMatchObject({ serial, enteredBy: 'factory' });
  await register(installer, serial);
});

test('other serials and non-factory identities do not enter the registry by connecting [REG-07]', async () => {
  const serial = `Other-${randomUUID()}`;
  expect(await knock(await makeDevice(portal.app.gateway.certificates, serial), serial)).toBe(5);
  expect(await portal.app.gateway.registry.find(serial)).toBeUndefined();
  const operational = newSerial();
  expect(await knock(await makeDevice(portal.app.gateway.certificates, operational, 'operational'), operational)).toBe(
    5,
  );
  expect(await codeOf(register(installer, serial))).toBe('conflict');
});

test('a certificate from the request of the device works over mTLS, and the previous certificate ends [REG-08]', async () => {
  const serial = newSerial();
  await enter(serial);
  const first = await provisioned(installer, serial);
  await register(installer, serial);
  const connected = await overTls(first);
  expect(await connected.connect({ clientId: serial })).toBe(0);
  const second = await provisioned(installer, serial);
  await eventually(connected.isClosed, Boolean);
  expect(await knock(first, serial)).not.toBe(0);
  expect(await knock(second, serial)).toBe(0);
});

test('the response contains the certificate and the authority, and no key [REG-08]', async () => {
  const serial = newSerial();
  await enter(serial);
  const { csrPem } = await makeRequest(serial);
  const answer = await provision(installer, serial, csrPem);
  expect(Object.keys(answer).sort()).toEqual(['authority', 'certificate', 'expiresAt', 'success']);
  expect(JSON.stringify(answer)).not.toContain('PRIVATE KEY');
  expect(Date.parse(answer.expiresAt)).toBeGreaterThan(portal.clock.now().getTime());
});

test('a request that is broken, for another serial or with a weak key is refused with the field [REG-08]', async () => {
  const serial = newSerial();
  await enter(serial);
  const other = await makeRequest('Trace_other');
  const curve = await makeRequest(serial, { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-256' });
  for (const csr of ['-----BEGIN CERTIFICATE REQUEST-----', other.csrPem, curve.csrPem]) {
    const refused = await provision(installer, serial, csr).catch((error: ApiError) => error);
    expect(refused).toMatchObject({ status: 400, refusal: { code: 'invalid_input', field: 'body.csr' } });
  }
  expect(await portal.app.gateway.certificates.list(serial)).toEqual([]);
});

test('a certificate is only issued during setup, not for a user, a stranger or an unknown device [REG-08]', async () => {
  const serial = newSerial();
  await enter(serial);
  const { csrPem } = await makeRequest(serial);
  const [user, otherInstaller] = [await portal.person(), await portal.person({ role: 'installer' })];
  expect(await codeOf(provision(user, serial, csrPem))).toBe('forbidden');
  expect(await codeOf(provision(otherInstaller, serial, csrPem))).toBe('allowed');
  await registerDevice(portal, serial, installer, user);
  expect(await codeOf(provision(user, serial, csrPem))).toBe('forbidden');
  expect(await codeOf(provision(installer, serial, csrPem))).toBe('forbidden');
  expect(await codeOf(provision(otherInstaller, serial, csrPem))).toBe('not_found');
  expect(await codeOf(provision(installer, newSerial(), csrPem))).toBe('not_found');
});

test('a device reaches only its own topics, and only under its own identity [REG-08] [T60]', async () => {
  const [mine, other] = [newSerial(), newSerial()];
  const user = await portal.person();
  for (const serial of [mine, other]) {
    await enter(serial);
    await registerDevice(portal, serial, installer, user);
  }
  const certificate = await makeDevice(portal.app.gateway.certificates, mine);
  expect(await knock(certificate, other)).not.toBe(0);
  const device = await overTls(certificate);
  expect(await device.connect({ clientId: mine })).toBe(0);
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: commandTopic(other), qos: 1 }] });
  await eventually(
    () => device.isClosed() || device.heard.some((packet) => packet.cmd === 'suback' && packet.granted.includes(128)),
    Boolean,
  );
  const second = await overTls(certificate);
  expect(await second.connect({ clientId: mine })).toBe(0);
  second.publish(
    telemetryTopic(other, 'location'),
    JSON.stringify({ v: 1, boot: 1, seq: 1, ts: portal.clock.now().getTime(), lat: 1, lng: 1 }),
  );
  await eventually(second.isClosed, Boolean);
  expect(await storedPositions(portal, other)).toEqual([]);
  const { statuses } = await user.api.call(listStatuses, {});
  expect(statuses.find((status) => status.serialNumber === other)).toMatchObject({ status: 'awaiting' });
});

test('only one of several concurrent registrations succeeds, from any installer [REG-02]', async () => {
  const serial = newSerial();
  await enter(serial);
  const second = await portal.person({ role: 'installer' });
  const outcomes = await Promise.all(
    [installer, second, installer, second].map((person) => codeOf(register(person, serial))),
  );
  expect(outcomes.sort()).toEqual(['allowed', 'conflict', 'conflict', 'conflict']);
  const lists = await Promise.all(
    [installer, second].map(async (person) => (await person.api.call(listDevices, { query: { limit: 200 } })).devices),
  );
  expect(lists.flat().filter((device) => device.serialNumber === serial)).toHaveLength(1);
});

test('a serial that exists in other letter case is not registered again [REG-02]', async () => {
  const serial = newSerial();
  await enter(serial);
  await register(installer, serial);
  expect(await enter(serial.toUpperCase())).toBe('other_letter_case');
  await sql`insert into device (serial, registered_by, registered_at) values (${serial.toUpperCase()}, ${installer.id}, now())`
    .execute(portal.test.database.sql)
    .then(
      () => expect.unreachable('two devices of one serial'),
      (error: Error) => expect(error.message).toContain('device_serial_key'),
    );
  expect(await portal.app.devices.findFor(installer.id, serial.toUpperCase())).toBeNull();
});

test('only one of several concurrent assignments succeeds, and that user is notified', async () => {
  const serial = newSerial();
  await enter(serial);
  await register(installer, serial);
  const users = await Promise.all([1, 2, 3].map(() => portal.person()));
  const streams = await Promise.all(users.map((user) => openStream(portal, user)));
  const outcomes = await Promise.all(users.map((user) => codeOf(assign(serial, user))));
  expect([...outcomes].sort()).toEqual(['allowed', 'conflict', 'conflict']);
  const winner = outcomes.indexOf('allowed');
  await streams[winner]!.until('devices.changed');
  const lists = await Promise.all(
    users.map(async (user) => (await user.api.call(listDevices, { query: { limit: 200 } })).devices.length),
  );
  expect(lists).toEqual(users.map((_, index) => (index === winner ? 1 : 0)));
  for (const stream of streams) stream.close();
});

test('the list comes in pages by name, every device once, and a page ends where the next begins', async () => {
  const person = await portal.person({ role: 'installer' });
  const names = ['Zebra', 'apple', 'Äpfel', 'İstanbul', 'apple', null, 'van 10', 'Van 2'];
  for (const nickname of names) {
    const serial = newSerial();
    await enter(serial);
    await portal.app.devices.register(actorOf(person), origin, { serial, nickname });
  }
  const all = (await person.api.call(listDevices, { query: { limit: 200 } })).devices;
  expect(all).toHaveLength(names.length);
  const paged: typeof all = [];
  let after: string | undefined;
  do {
    const page = await person.api.call(listDevices, { query: { limit: 3, ...(after === undefined ? {} : { after }) } });
    expect(page.devices.length).toBeLessThanOrEqual(3);
    paged.push(...page.devices);
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(paged).toEqual(all);
  expect(all.find((device) => device.name.startsWith('Device '))).toMatchObject({ hubId: null, dateAssigned: null });
});

test('people who ask in the same turn get their own devices, statuses and pages alone [T07]', async () => {
  const people = [await portal.person({ role: 'user' }), await portal.person({ role: 'user' })];
  const serials = new Map<SignedIn, string[]>();
  for (const person of people) {
    const own = [newSerial(), newSerial()].sort();
    for (const serial of own) {
      await enter(serial);
      await register(installer, serial);
      await assign(serial, person);
    }
    serials.set(person, own);
  }
  const [one, other] = people as [SignedIn, SignedIn];
  const { devices } = portal.app;
  const lists = await Promise.all(people.map(({ id }) => devices.listFor({ accountId: id, role: 'user' })));
  expect(lists.map((list) => list.map(({ serial }) => serial))).toEqual([serials.get(one), serials.get(other)]);
  const found = await Promise.all([one, other].map(({ id }) => devices.findFor(id, serials.get(one)![0]!)));
  expect(found.map((device) => device?.relation)).toEqual(['assigned_user', undefined]);

  const pages = await Promise.all([1, 2].map((limit) => one.api.call(listDevices, { query: { limit } })));
  expect(pages.map((page) => page.devices.length)).toEqual([1, 2]);
  const statuses = await Promise.all(people.map((person) => person.api.call(listStatuses, {})));
  expect(statuses.map((list) => list.statuses.map(({ serialNumber }) => serialNumber).sort())).toEqual([
    serials.get(one),
    serials.get(other),
  ]);
});
