import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { manifestSchema, type SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import { firmwareRules, type Chip } from '@trace/contract/firmware/firmware.rules';
import { deleteRelease, listReleases, publishRelease } from '@trace/contract/firmware/staff/firmware.staff.api';
import { newRolloutSettingsSchema, type Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { releaseTexts as texts } from '@trace/contract/firmware/staff/firmware.staff.texts';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { buildEspImage } from '@trace/simulator/firmware/esp-image';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { createFiles } from '#platform/files/files';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { hold, waitingFor } from '#testing/held-rows';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { createTrustedKeys } from './firmware.keys.service.ts';
import { publicKeyBytes, keyIdOf, signManifest } from './firmware.manifest.service.ts';
import { releases } from './firmware.releases.service.ts';
import { createStoredImages } from './firmware.stored-images.service.ts';

const PATH = '/api/support/firmware/releases';

let portal: Portal;
let directory: string;
/** The first uploads, the second publishes. */
let uploader: SignedIn;
let publisher: SignedIn;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keyId = keyIdOf(publicKeyBytes(publicKey));

beforeAll(async () => {
  portal = await startPortal({}, (config) => {
    directory = config.dataDirectory;
    return config;
  });
  uploader = await portal.person({ role: 'staff' });
  publisher = await portal.person({ role: 'staff' });
  await trust();
});
afterAll(() => portal.stop());
beforeEach(clear);

const query = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(portal.test.database.sql);

async function clear(): Promise<void> {
  await query(sql`delete from firmware_rollout`);
  await query(sql`delete from firmware_device`);
  await query(sql`delete from firmware_release`);
  await rm(imageFolder(), { recursive: true, force: true });
}

const inOrder = (names: Iterable<string>): string[] => [...names].toSorted((a, b) => a.localeCompare(b));

const imageFolder = (): string => join(directory, 'files', 'firmware');

/** As the operator's console does, with the rights of the owner. */
const trust = () =>
  createTrustedKeys({ database: portal.test.database, clock: systemClock() }).trust(
    'Release key',
    publicKey.export({ type: 'spki', format: 'pem' }) as string,
  );

interface Upload {
  version: string;
  /** The version inside the image. */
  inside?: string;
  chip?: Chip;
  seed?: number;
  image?: Uint8Array;
  fileName?: string;
  more?: Record<string, string>;
  person?: SignedIn;
}

const imageOf = ({ version, inside = version, chip = 'esp32s3', seed = 1 }: Upload): Buffer =>
  buildEspImage({ version: inside, chip, seed, sizeBytes: 2_048 });

function send(upload: Upload): Promise<RawAnswer> {
  const { version, image = imageOf(upload), fileName = 'trace.bin', more, person = uploader } = upload;
  return rawCall(portal, {
    method: 'POST',
    path: `${PATH}?${new URLSearchParams({ fileName, version, ...more }).toString()}`,
    person,
    body: image,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

async function draft(upload: Upload): Promise<Release> {
  const { status, json } = await send(upload);
  expect({ status, json }).toMatchObject({ status: 200 });
  return json as Release;
}

const manifestOf = async ({ id }: Release): Promise<string> =>
  (await rawCall(portal, { path: `${PATH}/${id}/manifest`, person: uploader })).text;

const publishWith = (id: string, signature: SignatureFile, person = publisher): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: publishRelease.path.replace('{id}', id), person, body: signature });

const signed = async (release: Release, key: KeyObject = privateKey): Promise<SignatureFile> =>
  signManifest(await manifestOf(release), key);

async function published(upload: Upload): Promise<Release> {
  const release = await draft(upload);
  const answer = await publishWith(release.id, await signed(release));
  expect(answer.status).toBe(200);
  return answer.json as Release;
}

const remove = (id: string): Promise<RawAnswer> =>
  rawCall(portal, { method: 'DELETE', path: deleteRelease.path.replace('{id}', id), person: publisher });

const list = (person = uploader, page: { limit: number; after?: string } = { limit: 100 }) =>
  person.api.call(listReleases, { query: page });

const stored = async (): Promise<string[]> => {
  const names = await readdir(imageFolder()).catch(() => []);
  return inOrder(names);
};

const audited = async (id: string) =>
  (
    await query(
      sql<{ action: string; actorId: string }>`
        select action, actor_id from audit_log where subject_id = ${id} and action not like 'authz%' order by id`,
    )
  ).rows.map(({ action, actorId }) => [action, actorId]);

const newRollout = ({ id, model, channel }: Release) =>
  sql`
    insert into firmware_rollout (id, release_id, model, channel, target_kind, rings, ring_totals, state, settings,
      started_at)
    values (gen_random_uuid(), ${id}, ${model}, ${channel}, 'all', '{100}', '{1}', 'running',
      ${JSON.stringify(newRolloutSettingsSchema.parse({}))}, now())`;

/** How many connections wait for locks of this process of the database. */
async function blockedBy(pid: number): Promise<number> {
  const { rows } = await query(
    sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`,
  );
  return rows[0]!.count;
}

/** A device of the test reports its version. */
async function reportVersion(version: string): Promise<void> {
  await query(sql`
    insert into device (serial, registered_by, registered_at) values ('Trace_one', ${uploader.id}, now())
    on conflict do nothing`);
  await query(sql`
    insert into firmware_device (device_id, version) select id, ${version} from device
    on conflict (device_id) do update set version = excluded.version`);
}

const hash = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest('hex');

test('an upload becomes a draft with its manifest, and staff download exactly its bytes [FWM-01]', async () => {
  const image = imageOf({ version: '1.0.5' });
  const release = await draft({ version: '1.0.5', image, more: { notes: '<b>Neu</b>', minSequence: '0' } });
  expect(release).toMatchObject({
    ...{ name: 'firmware-1.0.5.bin', version: '1.0.5', model: 'gps-tracker', chip: 'esp32s3', channel: 'stable' },
    ...{ sizeBytes: 2_048, type: 'application/octet-stream', sha256: hash('sha256', image), state: 'draft' },
    ...{ notes: '<b>Neu</b>', publishedAt: null, mayPublish: false, usedByRollouts: 0, usedByDevices: 0 },
  });
  const text = await manifestOf(release);
  const manifest = manifestSchema.parse(JSON.parse(text));
  expect(manifest).toMatchObject({
    ...{ version: '1.0.5', chip: 'esp32s3', sequence: release.sequence, size: 2_048, md5: hash('md5', image) },
    url: `/functions/v1/ota-firmware?release=${release.id}`,
    expires: release.expiresAt,
  });
  expect(text).toBe(JSON.stringify(manifest, Object.keys(manifest).toSorted()));
  const file = await fetch(`${portal.url}${PATH}/${release.id}/image`, { headers: { cookie: publisher.cookie } });
  expect(Buffer.from(await file.arrayBuffer()).equals(image)).toBe(true);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="firmware-1.0.5.bin"');
  expect(await audited(release.id)).toEqual([['firmware.upload', uploader.id]]);
  expect(await stored()).toEqual([release.sha256]);
});

test('lists the newest uploads first, page by page, with the trusted keys [FWM-01]', async () => {
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) {
    portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
    await draft({ version });
  }
  const first = await list(publisher, { limit: 2 });
  expect(first).toMatchObject({ total: 3, keys: [{ keyId, name: 'Release key' }] });
  expect(first.releases.map(({ version, mayPublish }) => [version, mayPublish])).toEqual([
    ['1.0.2', true],
    ['1.0.1', true],
  ]);
  const second = await list(publisher, { limit: 2, after: first.next! });
  expect(second).toMatchObject({ next: null, releases: [{ version: '1.0.0' }] });
});

const sound = imageOf({ version: '1.0.5' });
const withWrongHash = Buffer.from(sound);
withWrongHash.writeUInt8(sound.at(-1)! ^ 1, sound.length - 1);

test.each<[string, Omit<Upload, 'version'> & { version?: string }, string, string]>([
  ['another kind of file', { fileName: 'trace.zip' }, 'query.fileName', texts.selectBin],
  ['a name with a path', { fileName: '../../trace.bin' }, 'query.fileName', texts.fileNameHasPath],
  ['a name with a path of Windows', { fileName: 'C:\\trace.bin' }, 'query.fileName', texts.fileNameHasPath],
  ['no version', { version: '' }, 'query.version', 'Enter a version such as 1.0.5 or 2.1.0-beta.'],
  ['a version with v', { version: 'v1.0.5' }, 'query.version', 'Enter a version such as 1.0.5 or 2.1.0-beta.'],
  ['a huge version', { version: '1.0.99999999999999999999' }, 'query.version', texts.versionTooLarge],
  ['another version inside', { inside: '1.0.4' }, 'query.version', texts.otherVersionInside('1.0.5', '1.0.4')],
  ['no bytes', { image: new Uint8Array() }, 'body', texts.selectFileAndVersion],
  ['text', { image: Buffer.from('hello') }, 'body', texts.notEspImage],
  ['half of its bytes', { image: sound.subarray(0, 1_024) }, 'body', texts.truncated],
  ['a wrong hash', { image: withWrongHash }, 'body', texts.wrongHash],
  ['an ESP image as another chip', { more: { isOtherChip: 'true' } }, 'query.isOtherChip', texts.isEspImage('1.0.5')],
  [
    'a too high smallest sequence',
    { more: { minSequence: '1000000' } },
    'query.minSequence',
    'The smallest sequence must be below',
  ],
])('refuses an upload with %s and stores nothing [FWM-01]', async (_what, upload, field, message) => {
  const answer = await send({ version: '1.0.5', ...upload });
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field });
  expect(refusalIn(answer).message).toContain(message);
  expect((await list()).total).toBe(0);
  expect(await stored()).toEqual([]);
});

test('refuses 16 MB and a byte, and does not read 1 GB [FWM-01] [T59]', async () => {
  const large = await send({ version: '1.0.5', image: Buffer.alloc(firmwareRules.imageMaxBytes + 1) });
  expect(refusalIn(large)).toMatchObject({ code: 'payload_too_large', field: 'body' });
  const call = request(`${portal.url}${PATH}?fileName=a.bin&version=1.0.5`, {
    method: 'POST',
    headers: { cookie: uploader.cookie, 'content-type': 'application/octet-stream', 'content-length': 2 ** 30 },
  });
  call.on('error', () => undefined);
  call.write(Buffer.alloc(1_024));
  const [answer] = (await once(call, 'response')) as [{ statusCode: number }];
  expect(answer.statusCode).toBe(413);
  call.destroy();
});

test('stores the largest image, and an image of another chip without reading it [FWM-01]', async () => {
  const image = buildEspImage({ version: '1.0.5', chip: 'esp32', sizeBytes: firmwareRules.imageMaxBytes });
  expect(await draft({ version: '1.0.5', image })).toMatchObject({ sizeBytes: firmwareRules.imageMaxBytes });
  const other = { version: '1.0.0', image: Buffer.from('nRF'), more: { isOtherChip: 'true', model: 'trace-nrf' } };
  expect(await draft(other)).toMatchObject({ chip: null, model: 'trace-nrf', sizeBytes: 3 });
});

test('the same bytes again are the same draft, and other bytes of a version are refused, also once it is withdrawn [FWM-01] [T16]', async () => {
  const release = await draft({ version: '1.0.5' });
  expect(await draft({ version: '1.0.5', person: publisher })).toMatchObject({ id: release.id });
  const other = { version: '1.0.5', seed: 2 };
  expect(refusalIn(await send(other))).toMatchObject({ code: 'conflict', message: texts.otherBytes('1.0.5') });
  const inBeta = { version: '1.0.5', more: { channel: 'beta' } };
  expect(refusalIn(await send(inBeta)).message).toBe(texts.otherChannel('1.0.5', 'stable'));
  await publishWith(release.id, await signed(release));
  await remove(release.id);
  expect(refusalIn(await send(other)).message).toBe(texts.otherBytes('1.0.5'));
  expect(refusalIn(await send({ version: '1.0.5' })).message).toBe(texts.wasWithdrawn('1.0.5'));
  expect((await list()).total).toBe(1);
  expect(await stored()).toEqual([release.sha256]);
});

test('a version must be above all of its model, chip and channel [FWM-01] [FWM-02] [T59]', async () => {
  await draft({ version: '2.1.0-beta.2', more: { channel: 'beta' } });
  await draft({ version: '1.0.10' });
  const late = await send({ version: '1.0.9' });
  expect(refusalIn(late)).toMatchObject({
    ...{ code: 'conflict', field: 'query.version', message: texts.notAbove('1.0.9', '1.0.10') },
  });
  expect((await send({ version: '2.1.0-beta.1', more: { channel: 'beta' } })).status).toBe(409);
  const second = await draft({ version: '2.1.0-beta.11', more: { channel: 'beta' } });
  expect((await draft({ version: '1.0.9', chip: 'esp32' })).sequence).toBeGreaterThan(second.sequence);
  expect(await draft({ version: '1.0.9', more: { model: 'other' } })).toMatchObject({ model: 'other' });
});

test('only the signature of a trusted key over this manifest publishes, and only by another person [FWM-01] [T16]', async () => {
  const [release, other] = [await draft({ version: '1.0.5' }), await draft({ version: '1.0.6' })];
  const { id } = release;
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const right = await signed(release);
  expect(refusalIn(await publishWith(id, await signed(release, stranger))).message).toBe(texts.unknownKey);
  const forged = { keyId, signature: (await signed(release, stranger)).signature };
  expect(refusalIn(await publishWith(id, forged)).message).toBe(texts.wrongSignature);
  expect(refusalIn(await publishWith(id, await signed(other))).message).toBe(texts.wrongSignature);
  expect(refusalIn(await publishWith(id, right, uploader))).toMatchObject({
    ...{ code: 'forbidden', message: texts.otherPersonPublishes },
  });
  expect(await releases.findPublished(portal.test.database.sql, id)).toBeNull();

  // Two at once and a repeat publish once.
  const answers = await Promise.all([publishWith(id, right), publishWith(id, right)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0].json).toMatchObject({ state: 'published', mayPublish: false });
  expect(await audited(id)).toEqual([
    ['firmware.upload', uploader.id],
    ['firmware.publish', publisher.id],
  ]);
  const found = await releases.findPublished(portal.test.database.sql, id);
  expect(found).toMatchObject({ version: '1.0.5', minSequence: 0, fileName: `firmware/${release.sha256}` });
  expect(found!.signed).toEqual({ manifest: await manifestOf(release), ...right });
  expect(refusalIn(await publishWith(id, await signed(release, stranger))).message).toBe(texts.notDraft);
  expect((await publishWith(randomUUID(), right)).status).toBe(404);
});

test('the only active staff member publishes the own upload, and no one after the manifest expires [FWM-01]', async () => {
  const setActive = (isActive: boolean) =>
    query(sql`update support_staff set is_active = ${isActive} where account_id = ${publisher.id}`);
  const [release, expired] = [await draft({ version: '1.0.5' }), await draft({ version: '1.0.6' })];
  await setActive(false);
  expect((await list()).releases.map(({ mayPublish }) => mayPublish)).toEqual([true, true]);
  expect((await publishWith(release.id, await signed(release), uploader)).status).toBe(200);
  await setActive(true);
  await query(sql`update firmware_release set expires_at = ${portal.clock.now()} where id = ${expired.id}`);
  expect(refusalIn(await publishWith(expired.id, await signed(expired))).message).toBe(texts.expired);
});

test('a removed key ends the offers of all releases that it signed [FWM-01]', async () => {
  const release = await published({ version: '1.0.5' });
  const { id } = release;
  const keys = createTrustedKeys({ database: portal.test.database, clock: systemClock() });
  expect(await keys.distrust(keyId)).toBe(1);
  expect(await releases.findPublished(portal.test.database.sql, id)).toBeNull();
  expect((await list()).keys).toEqual([]);
  await trust();
  expect(await releases.findPublished(portal.test.database.sql, id)).not.toBeNull();
});

test('the role of the server cannot trust, change or remove a key [FWM-01]', async () => {
  const { appUrl: url, schema } = portal.test;
  const app = await openDatabase({ url, schema, log: createLog({ level: 'silent' }) });
  for (const change of [
    sql`insert into firmware_key select 'other', name, public_key, added_at from firmware_key`,
    sql`update firmware_key set removed_at = null`,
    sql`delete from firmware_key`,
  ])
    await expect(change.execute(app.sql)).rejects.toThrow('permission denied');
  await app.stop();
});

test('a draft vanishes with its file, unless another release has the same bytes [FWM-01]', async () => {
  const first = await draft({ version: '1.0.5' });
  const same = await draft({ version: '1.0.5', more: { model: 'other' } });
  expect(same.sha256).toBe(first.sha256);
  expect((await remove(first.id)).status).toBe(200);
  expect(await stored()).toEqual([first.sha256]);
  await remove(same.id);
  expect(await stored()).toEqual([]);
  expect((await remove(same.id)).status).toBe(404);
  expect(await audited(same.id)).toEqual([
    ['firmware.upload', uploader.id],
    ['firmware.delete', publisher.id],
  ]);
  // An unpublished version is free again for other bytes.
  await draft({ version: '1.0.5', seed: 2 });
});

test('a version that a rollout or a device uses cannot be deleted, and is withdrawn afterwards [FWM-03]', async () => {
  const release = await published({ version: '1.0.5' });
  await query(newRollout(release));
  await reportVersion('1.0.5');
  expect((await list()).releases[0]).toMatchObject({ usedByRollouts: 1, usedByDevices: 1 });
  expect(refusalIn(await remove(release.id))).toMatchObject({ code: 'conflict', message: texts.inUse(1, 1) });
  await query(sql`update firmware_rollout set state = 'stopped'`);
  expect(refusalIn(await remove(release.id)).message).toBe(texts.inUse(0, 1));
  // A replaced device never runs another version.
  await query(sql`update device set replaced_at = now(), replaced_by = 'Trace_NEW' where replaced_at is null`);
  expect((await list()).releases[0]).toMatchObject({ usedByRollouts: 0, usedByDevices: 0 });
  await query(sql`update device set replaced_at = null, replaced_by = null`);
  await reportVersion('1.0.6');
  expect((await remove(release.id)).status).toBe(200);
  expect((await remove(release.id)).status).toBe(200);
  expect((await list()).releases[0]).toMatchObject({ state: 'withdrawn' });
  expect(await releases.findPublished(portal.test.database.sql, release.id)).toBeNull();
  expect(await releases.sequenceOf(portal.test.database.sql, 'gps-tracker', '1.0.5')).toBe(release.sequence);
  expect((await audited(release.id)).map(([action]) => action)).toEqual([
    ...['firmware.upload', 'firmware.publish', 'firmware.withdraw'],
  ]);
});

test('of two uploads of a version one wins, and its file is stored also if a deletion came between [FWM-01]', async () => {
  const held = await hold(
    portal,
    sql`select pg_advisory_xact_lock(hashtextextended('firmware releases ' || current_schema(), 0))`,
  );
  const both = [1, 2].map((seed) => send({ version: '1.0.5', seed }));
  await eventually(
    async () => (await blockedBy(held.pid)) + (await stored()).length,
    (count) => count === 4,
  );
  await rm(imageFolder(), { recursive: true });
  await held.release();
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [release] = (await list()).releases;
  expect(await stored()).toEqual([release!.sha256]);
});

test('a deletion waits for a rollout that is just starting, and is refused [FWM-03]', async () => {
  const release = await published({ version: '1.0.5' });
  const held = await hold(portal, sql`select from firmware_release where id = ${release.id} for share`);
  const removing = remove(release.id);
  await waitingFor(portal, held.pid);
  await held.rowsIn(newRollout(release));
  await held.release();
  expect(refusalIn(await removing)).toMatchObject({ code: 'conflict', message: texts.inUse(1, 0) });
});

test('uploads, publications and deletions at once leave one version with its file, or nothing [FWM-01]', async () => {
  for (let round = 0; round < 3; round++) {
    const version = `1.0.${round}`;
    const different = await Promise.all([1, 2].map((seed) => send({ version, seed })));
    expect(different.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const release = different.find(({ status }) => status === 200)!.json as Release;
    expect(await stored()).toEqual([release.sha256]);
    const signature = await signed(release);
    await Promise.all([
      remove(release.id),
      publishWith(release.id, signature),
      send({
        version,
        image: imageOf({ version, seed: release.sha256 === hash('sha256', imageOf({ version })) ? 1 : 2 }),
      }),
    ]);
    const left = (await list()).releases;
    expect(await stored()).toEqual(inOrder(new Set(left.map(({ sha256 }) => sha256))));
    await clear();
  }
});

test('the image of a withdrawn version is deleted after 30 days [FWM-01]', async () => {
  const release = await published({ version: '1.0.5' });
  await remove(release.id);
  const image = (person: SignedIn) => rawCall(portal, { path: `${PATH}/${release.id}/image`, person });
  expect((await image(publisher)).status).toBe(200);
  const before = new Date(portal.clock.now().getTime() - 31 * DAY_MS);
  await query(sql`update firmware_release set withdrawn_at = ${before} where id = ${release.id}`);
  await portal.clock.advance(MINUTE_MS);
  await eventually(stored, (names) => names.length === 0);
  expect(refusalIn(await image(publisher))).toMatchObject({
    ...{ code: 'gone', message: texts.imageGone },
  });
});

test('deletes the file of an interrupted upload after a day, and keeps a file that a release has [FWM-01]', async () => {
  const { clock, test: database } = portal;
  const files = createFiles({ directory: join(directory, 'files') });
  const images = createStoredImages({ ...database, clock, files });
  // A process that dies here leaves the file without a release.
  const left = await images.store('a'.repeat(64), Buffer.from('image'));
  await images.sweep();
  expect(await files.stat(left)).toBeDefined();
  await draft({ version: '1.2.0' });
  clock.set(new Date(clock.now().getTime() + DAY_MS + MINUTE_MS));
  await images.sweep();
  expect(await stored()).toEqual([hash('sha256', imageOf({ version: '1.2.0' }))]);
  expect((await query(sql`select from firmware_upload`)).rows).toEqual([]);
});
