// Devices on the real server: certificate on the device port, token made by staff, and a rollout that halts.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { deviceCheckAnswerSchema } from '@trace/contract/firmware/firmware.device.schema';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import { CHECK_PATH, DEFAULT_MODEL, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import { deleteDeviceToken, makeDeviceToken } from '@trace/contract/firmware/staff/firmware.staff.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDevice, type DeviceCertificate } from '#platform/devices/testing/device-certificate';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { offerFirmware } from '#testing/worlds/firmware-offer-world';

const SIZE_BYTES = 8 * 1024 * 1024;
const image = randomBytes(SIZE_BYTES);
let portal: Portal;
let staff: SignedIn;
let rolloutId: string;
let directory = '';

beforeAll(async () => {
  // TLS uses only the real time.
  portal = await startPortal(
    {},
    (config) => {
      directory = config.dataDirectory;
      return config;
    },
    new Date(),
  );
  staff = await portal.person({ role: 'staff' });
  await addDevice('Trace_cert');
  await addDevice('Trace_token');
  const serials = ['Trace_cert', 'Trace_token'];
  const offer = await offerFirmware(portal, { serials, sizeBytes: SIZE_BYTES, version: '1.1.0' });
  rolloutId = offer.rolloutId;
  await storeImage(offer.releaseId);
});
afterAll(() => portal.stop());

async function addDevice(serial: string): Promise<void> {
  await portal.app.gateway.registry.enter(serial);
  await sql`insert into device (serial, registered_by, registered_at) values (${serial}, ${randomUUID()}, now())`.execute(
    portal.test.database.sql,
  );
}

async function storeImage(releaseId: string): Promise<void> {
  const hash = (algorithm: string): string => createHash(algorithm).update(image).digest('hex');
  const [sha256, md5] = [hash('sha256'), hash('md5')];
  const manifest: Manifest = {
    ...{
      schema: 1,
      model: DEFAULT_MODEL,
      chip: null,
      version: '1.1.0',
      channel: 'stable',
      sequence: 1,
      minSequence: 0,
    },
    ...{ size: SIZE_BYTES, sha256, md5, url: IMAGE_PATH, notesUrl: null },
    ...{ notBefore: '2026-01-01T00:00:00.000Z', expires: '2100-01-01T00:00:00.000Z' },
  };
  await mkdir(join(directory, 'files/firmware'), { recursive: true });
  await writeFile(join(directory, 'files/firmware/image.bin'), image);
  await sql`
    update firmware_release set file_name = 'firmware/image.bin', sha256 = ${sha256}, md5 = ${md5},
      manifest = ${JSON.stringify(manifest)}, signature = decode(repeat('ab', 64), 'hex')
    where id = ${releaseId}`.execute(portal.test.database.sql);
}

async function call(certificate: DeviceCertificate, path: string, options: RequestOptions = {}) {
  const sent = request({
    ...{ host: '127.0.0.1', port: portal.mqttsPort, ca: portal.app.gateway.certificates.caPem, path, agent: false },
    ...{ key: certificate.keyPem, cert: certificate.certificatePem },
    ...options,
  });
  sent.end();
  return new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

const stateOf = async (serial: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select u.state from firmware_update u join device d on d.id = u.device_id
    where d.serial = ${serial}`.execute(portal.test.database.sql);
  return rows[0]?.state;
};

test('a device with its certificate asks and loads on the device port, until its certificate is revoked [FWM-02]', async () => {
  const certificate = await makeDevice(portal.app.gateway.certificates, 'Trace_cert');
  const answer = await call(certificate, `${CHECK_PATH}?version=1.0.0`);
  const check = deviceCheckAnswerSchema.parse(JSON.parse(await text(answer)));
  expect(check).toMatchObject({ currentVersion: '1.0.0', latestVersion: '1.1.0', updateAvailable: true });
  const url = new URL(check.updateUrl!);
  expect(url.origin).toBe(`https://127.0.0.1:${portal.mqttsPort}`);
  expect(await stateOf('Trace_cert')).toBe('offered');

  const loaded = await buffer(await call(certificate, url.pathname + url.search));
  expect(loaded.equals(image)).toBe(true);
  expect(await stateOf('Trace_cert')).toBe('downloading');
  // The portal's own interface is not on this port.
  expect((await call(certificate, '/api/devices')).statusCode).toBe(404);

  const stranger = await makeDevice(portal.app.gateway.certificates, 'Trace_token');
  expect((await call(stranger, url.pathname + url.search)).statusCode).toBe(403);
  await portal.app.gateway.certificates.revoke('Trace_cert', 'lost');
  expect((await call(certificate, url.pathname + url.search)).statusCode).toBe(401);
});

test('the device port refuses text in an address that the database cannot store [FWM-02]', async () => {
  await addDevice('Trace_nul');
  const certificate = await makeDevice(portal.app.gateway.certificates, 'Trace_nul');
  const answer = await call(certificate, `${CHECK_PATH}?version=1.0.0%00`);
  const { error } = JSON.parse(await text(answer));
  expect([answer.statusCode, error.field]).toEqual([400, 'query.version']);
});

test('a token of staff loads the image of its device; a rollout that halts cuts it and answers 410 [FWM-02]', async () => {
  const { token } = await staff.api.call(makeDeviceToken, { params: { serial: 'Trace_token' } });
  const headers = { authorization: `Bearer ${token}` };
  const stated = await rawCall(portal, { method: 'POST', path: CHECK_PATH, headers, body: { version: '1.0.0' } });
  const { updateUrl } = deviceCheckAnswerSchema.parse(stated.json);
  const open = await fetch(updateUrl!);
  const reader = open.body!.getReader();
  await reader.read();
  await sql`update firmware_rollout set state = 'halted' where id = ${rolloutId}`.execute(portal.test.database.sql);
  await portal.clock.advance(5_000);
  await expect(readToEnd(reader)).rejects.toThrow('terminated');
  expect((await fetch(updateUrl!)).status).toBe(410);
  const again = await rawCall(portal, { path: CHECK_PATH, method: 'POST', headers, body: {} });
  expect(deviceCheckAnswerSchema.parse(again.json)).toMatchObject({ currentVersion: '1.0.0', updateAvailable: false });

  await staff.api.call(deleteDeviceToken, { params: { serial: 'Trace_token' } });
  expect((await rawCall(portal, { path: IMAGE_PATH, headers })).status).toBe(401);
});

test('an open download is cut within 5 seconds of the removal of the key of its release [FWM-02] [A-447]', async () => {
  await addDevice('Trace_key');
  const offer = await offerFirmware(portal, {
    ...{ serials: ['Trace_key'], sizeBytes: SIZE_BYTES, version: '1.2.0', channel: 'beta' },
  });
  await storeImage(offer.releaseId);
  const { token } = await staff.api.call(makeDeviceToken, { params: { serial: 'Trace_key' } });
  const open = await fetch(portal.url + IMAGE_PATH, { headers: { authorization: `Bearer ${token}` } });
  const reader = open.body!.getReader();
  await reader.read();
  await sql`update firmware_key set removed_at = ${portal.clock.now()}`.execute(portal.test.database.sql);
  await portal.clock.advance(5_000);
  await expect(readToEnd(reader)).rejects.toThrow('terminated');
});

test('the check without the proof of a device is the function for people [FWM-02]', async () => {
  const user = await portal.person();
  const ask = (person?: SignedIn) =>
    rawCall(portal, {
      method: 'POST',
      path: CHECK_PATH,
      body: { serialNumber: 'Trace_cert' },
      ...(person && { person }),
    });
  expect([(await ask()).status, (await ask(user)).status]).toEqual([401, 404]);
});
