// How devices ask for updates and load images over HTTP.
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { deviceCheckAnswerSchema } from '@trace/contract/firmware/firmware.device.schema';
import { CHECK_PATH, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { IMAGE_BYTES, startDeliveryWorld, type DeliveryWorld } from '#testing/worlds/firmware-delivery-world';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await startDeliveryWorld();
});
afterAll(() => world.stop());

let devices = 0;
/** A device with an offer, its token, and the signed address of its image. */
async function offeredDevice() {
  devices += 1;
  const serial = `Trace_load${devices}`;
  const id = await world.device(serial);
  const update = world.offer(id);
  const { token } = await world.tokens.make({ actor: staff, origin, serial });
  const address = world.addresses.addressOf(serial, update.offer.updateId);
  return { serial, id, update, token, address, authorization: { authorization: `Bearer ${token}` } };
}
const staff = { accountId: '00000000-0000-4000-8000-000000000001' } as never;
const origin = { requestId: '00000000-0000-4000-8000-000000000002', address: '192.0.2.1', userAgent: '' };

const load = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { method, headers });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const imageUrl = () => world.url + IMAGE_PATH;
const checkUrl = () => world.url + CHECK_PATH;

test('the signed address gives the image with its length, tag and MD5, and reports the download [FWM-02]', async () => {
  const { address, update } = await offeredDevice();
  const answer = await load(address, { 'accept-encoding': 'gzip, br' });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': String(IMAGE_BYTES),
    'accept-ranges': 'bytes',
    etag: `"${world.release.sha256}"`,
    'x-md5': world.release.md5,
    'cache-control': 'no-store, no-transform',
    'content-disposition': 'attachment; filename="firmware-1.1.0.bin"',
  });
  expect(answer.headers.has('content-encoding')).toBe(false);
  expect((await bytesOf(answer)).equals(world.image)).toBe(true);
  const reported = world.updates.reports.filter(({ updateId }) => updateId === update.offer.updateId);
  expect(reported.map(({ report }) => report.state)).toEqual(['downloading']);
});

test('HEAD answers the length without a body, and reports nothing [FWM-02]', async () => {
  const { address } = await offeredDevice();
  const before = world.updates.reports.length;
  const answer = await load(address, {}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(IMAGE_BYTES)]);
  expect((await bytesOf(answer)).length).toBe(0);
  expect(world.updates.reports.length).toBe(before);
});

test('an image that is loaded in pieces is whole, and the last piece is clamped [FWM-02]', async () => {
  const { address } = await offeredDevice();
  const pieces: Buffer[] = [];
  for (let start = 0; start < IMAGE_BYTES; start += 65_536) {
    const answer = await load(address, { range: `bytes=${start}-${start + 65_535}` });
    const end = Math.min(start + 65_535, IMAGE_BYTES - 1);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${IMAGE_BYTES}`]);
    pieces.push(await bytesOf(answer));
  }
  expect(Buffer.concat(pieces).equals(world.image)).toBe(true);
  const probe = await load(address, { range: 'bytes=0-0' });
  expect([probe.headers.get('content-range'), (await bytesOf(probe)).length]).toEqual([`bytes 0-0/${IMAGE_BYTES}`, 1]);
  const beyond = await load(address, { range: `bytes=${IMAGE_BYTES}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${IMAGE_BYTES}`]);
});

test('a known tag is answered with 304, and a range of another tag with the whole [FWM-02]', async () => {
  const { address } = await offeredDevice();
  const etag = `"${world.release.sha256}"`;
  const known = await load(address, { 'if-none-match': etag });
  expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
  expect((await load(address, { range: 'bytes=5-', 'if-range': etag })).status).toBe(206);
  expect((await load(address, { range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200);
});

test('a client of HTTP/1.0 gets the length and no chunks [FWM-02]', async () => {
  const { address } = await offeredDevice();
  const url = new URL(address);
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.0\r\nHost: ${url.host}\r\nUser-Agent: ESP32-http-Update\r\n\r\n`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const answer = Buffer.concat(chunks);
  const [head] = answer.toString('latin1').split('\r\n\r\n', 1);
  expect(head!.toLowerCase()).toContain(`content-length: ${IMAGE_BYTES}`);
  expect(head!.toLowerCase()).not.toContain('transfer-encoding');
  expect(answer.subarray(head!.length + 4).equals(world.image)).toBe(true);
});

test('an Arduino client with a token gets the offered image, and 304 when it is up to date [FWM-02]', async () => {
  const { authorization } = await offeredDevice();
  const old = { ...authorization, 'x-esp32-mode': 'sketch', 'x-esp32-version': '1.0.0' };
  const answer = await load(imageUrl(), old);
  expect([answer.status, answer.headers.get('x-md5')]).toEqual([200, world.release.md5]);
  await answer.body!.cancel();
  expect((await load(imageUrl(), { ...old, 'x-esp32-version': '1.1.0' })).status).toBe(304);
  expect((await load(imageUrl(), { ...old, 'x-esp32-mode': 'spiffs' })).status).toBe(404);
});

test('a check with a token answers the offer with its manifest and a signed address [FWM-02]', async () => {
  const { authorization, update } = await offeredDevice();
  const body = JSON.stringify({ version: '1.0.0', sequence: 1, model: 'gps-tracker', chip: 'esp32', other: true });
  const answer = await fetch(checkUrl(), { method: 'POST', body, headers: authorization });
  const check = deviceCheckAnswerSchema.parse(await answer.json());
  const { signed, ...release } = world.release;
  expect(check).toMatchObject({
    ...{ currentVersion: '1.0.0', latestVersion: '1.1.0', updateAvailable: true, fileSize: release.sizeBytes },
    ...{ releaseNotes: release.notes, releaseId: release.id, updateId: update.offer.updateId, ...signed },
  });
  expect(world.updates.selves.at(-1)).toEqual({ version: '1.0.0', sequence: 1, model: 'gps-tracker', chip: 'esp32' });
  expect((await bytesOf(await load(check.updateUrl!))).equals(world.image)).toBe(true);

  const upToDate = await fetch(`${checkUrl()}?version=1.1.0&sequence=2`, { headers: authorization });
  expect(deviceCheckAnswerSchema.parse(await upToDate.json())).toMatchObject({
    ...{ currentVersion: '1.1.0', latestVersion: '1.1.0', updateAvailable: false, updateUrl: null, updateId: null },
  });
});

test.each(['{', '[]', '{"sequence":-1}', `{"version":"${'1'.repeat(65)}"}`, '{"version":{}}'])(
  'the check %s is refused with 400',
  async (body) => {
    const { authorization } = await offeredDevice();
    const answer = await fetch(checkUrl(), { method: 'POST', body, headers: authorization });
    expect(answer.status).toBe(400);
  },
);

test('no proof, a foreign proof, an expired address and a replaced device get no image [FWM-02] [T17]', async () => {
  const [own, other] = [await offeredDevice(), await offeredDevice()];
  const statusOf = async (address: string, headers = {}) => (await load(address, headers)).status;
  expect(await statusOf(imageUrl())).toBe(401);
  expect(await statusOf(imageUrl(), { authorization: 'Bearer x' })).toBe(401);
  expect(await statusOf(imageUrl(), { authorization: `Bearer trace_fw_${'A'.repeat(32)}` })).toBe(401);
  expect(await statusOf(own.address.replace(own.serial, other.serial))).toBe(401);
  expect(await statusOf(own.address, other.authorization)).toBe(403);
  expect(await statusOf(own.address, { authorization: `Bearer trace_fw_${'A'.repeat(32)}` })).toBe(401);
  expect(await statusOf(`${own.address}&device=${other.serial}`)).toBe(401);
  expect(await statusOf(own.address, own.authorization)).toBe(200);

  await world.replace(own.serial);
  expect(await statusOf(own.address)).toBe(401);
  expect(await statusOf(imageUrl(), own.authorization)).toBe(401);
  await world.clock.advance(2 * HOUR_MS);
  expect(await statusOf(other.address)).toBe(401);
});

test('a token ends with the next token, and when staff delete it; each is audited [FWM-02]', async () => {
  const { serial, token, authorization } = await offeredDevice();
  const statusOf = async (own: string) => (await load(imageUrl(), { authorization: `TargetToken ${own}` })).status;
  const next = await world.tokens.make({ actor: staff, origin, serial });
  expect([await statusOf(token), await statusOf(next.token)]).toEqual([401, 200]);
  await world.tokens.end({ actor: staff, origin, serial });
  await world.tokens.end({ actor: staff, origin, serial });
  expect([await statusOf(next.token), (await load(imageUrl(), authorization)).status]).toEqual([401, 401]);
  const audited = await world.audit(serial);
  expect(audited.map(({ action }) => action)).toEqual([
    ...['firmware.makeToken', 'firmware.makeToken', 'firmware.deleteToken'],
  ]);
  expect(JSON.stringify(audited)).not.toContain(next.token);
  await expect(world.tokens.make({ actor: staff, origin, serial: 'Trace_none' })).rejects.toThrow('no device');
});

test('wrong proofs of one address are limited, and its devices go on [FWM-02]', async () => {
  const { authorization } = await offeredDevice();
  await world.clock.advance(120_000);
  const statuses: number[] = [];
  for (let count = 0; count < 62; count += 1) statuses.push((await load(imageUrl(), {}, 'HEAD')).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([401, 429]);
  expect((await load(imageUrl(), authorization, 'HEAD')).status).toBe(200);
  await world.clock.advance(120_000);
});

/** Begins a download that reads slowly, so that it is open until it is cut. */
async function beginDownload(address: string) {
  const call = request(address);
  call.end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
  });
  answer.pause();
  return answer;
}

test.each(['this process', 'another process'])(
  'a rollout that %s halts answers 410, and its open downloads are cut within 5 seconds [FWM-02]',
  async (where) => {
    const { address, update } = await offeredDevice();
    const large = await world.largeOffer(update.deviceId);
    const answer = await beginDownload(world.addresses.addressOf(`Trace_load${devices}`, large.offer.updateId));
    update.runs = false;
    large.runs = false;
    if (where === 'this process') world.updates.callEndListeners(large.offer.release.id);
    else await world.clock.advance(5_000);
    await expect(text(answer)).rejects.toThrow('aborted');
    expect((await load(address)).status).toBe(410);
  },
);

test('a device has four open downloads at most [FWM-02]', async () => {
  const { id, serial } = await offeredDevice();
  const { offer } = await world.largeOffer(id);
  const address = world.addresses.addressOf(serial, offer.updateId);
  const open = await Promise.all([1, 2, 3, 4].map(() => beginDownload(address)));
  expect((await load(address)).status).toBe(429);
  open[0]!.destroy();
  await eventually(
    async () => (await load(address, { range: 'bytes=0-0' })).status,
    (status) => status === 206,
  );
  for (const answer of open) answer.destroy();
});
