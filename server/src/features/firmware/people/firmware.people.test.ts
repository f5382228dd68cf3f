import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import {
  checkFirmwareUpdate,
  getDeviceFirmware,
  listFirmwareCues,
  startFirmwareUpdate,
  startFirmwareUpdates,
  updateDeviceFirmware,
} from '@trace/contract/firmware/firmware.api';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import type { FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { readStaffDeviceFirmware, setDeviceChannel } from '@trace/contract/firmware/staff/firmware.staff.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUpdatePublisher } from './firmware.publish.service.ts';
import { addedPhone } from '#testing/phones';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { enterDevice, registerByHttp } from '#testing/registry';
import { openStream } from '#testing/sse';
import { assignDevice } from '#testing/trackers';
import { moveUpdate, offerFirmware, reportFirmware } from '#testing/worlds/firmware-offer-world';

let portal: Portal;
const people = {} as Record<'user' | 'installer' | 'stranger' | 'staff', SignedIn>;

beforeAll(async () => {
  portal = await startPortal();
  people.user = await portal.person();
  people.installer = await portal.person({ role: 'installer' });
  people.stranger = await portal.person({ role: 'installer' });
  people.staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

let models = 0;
/** Each test has a separate model, so rollouts of other tests do not reach its devices. */
const newModel = (): string => `model-${(models += 1)}`;

/** Registers a device for the installer and the user, with reported firmware and without a connection. */
async function device(model: string, side: Partial<Parameters<typeof reportFirmware>[2]> = {}): Promise<string> {
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(people.installer, serial, claimCode, 'Boat');
  await assignDevice(portal, serial, people.installer, people.user);
  await reportFirmware(portal, serial, { version: '1.0.0', sequence: 0, model, ...side });
  return serial;
}

const read = (person: SignedIn, serial: string) => person.api.call(getDeviceFirmware, { params: { serial } });
const start = (person: SignedIn, serial: string, releaseId: string) =>
  person.api.call(startFirmwareUpdate, { params: { serial }, body: { releaseId } });
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ refusal }: ApiError) => ({ code: refusal!.code, message: refusal!.message, field: refusal!.field }),
  );
const refused = (code: string, message: string, field?: string) => ({ code, message, field });

async function updatesOf(serial: string) {
  const { rows } = await sql<{ state: string; wantedBy: string | null; tries: number; nextTryAt: Date | null }>`
    select u.state, u.wanted_by, u.tries, u.next_try_at from firmware_update u join device d on d.id = u.device_id
    where d.serial = ${serial} order by u.number`.execute(portal.test.database.sql);
  return rows;
}

async function auditOf(serial: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${serial} and action like 'firmware.%' order by id`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ action }) => action);
}

test('a device is offered the highest version of its channel, with notes and size [FWD-01] [FWM-02]', async () => {
  const model = newModel();
  const serial = await device(model);
  expect(await read(people.user, serial)).toMatchObject({ currentVersion: '1.0.0', offer: null, update: null });
  const beta = await offerFirmware(portal, { model, version: '1.10.0-beta.2', channel: 'beta' });
  const stable = await offerFirmware(portal, { model, version: '1.9.0', notes: 'Longer battery life.', state: 'done' });
  await offerFirmware(portal, { model, version: '1.8.3', state: 'done' });
  expect((await read(people.installer, serial)).offer).toMatchObject({
    ...{ releaseId: stable.releaseId, version: '1.9.0', notes: 'Longer battery life.', fileSizeBytes: 1_500_000 },
  });
  const body = { serialNumber: serial, deviceType: 'gps-tracker' as const };
  expect(await people.user.api.call(checkFirmwareUpdate, { body })).toEqual({
    ...{ currentVersion: '1.0.0', latestVersion: '1.9.0', updateAvailable: true, updateUrl: null },
    ...{ releaseNotes: 'Longer battery life.', fileSize: 1_500_000, releaseId: stable.releaseId },
  });

  const channel = { params: { serial }, body: { channel: 'beta' as const } };
  expect(await people.staff.api.call(setDeviceChannel, channel)).toMatchObject({ channel: 'beta', model });
  expect(await auditOf(serial)).toEqual(['firmware.setChannel']);
  expect((await read(people.user, serial)).offer).toMatchObject({ releaseId: beta.releaseId });
  expect(await people.staff.api.call(readStaffDeviceFirmware, { params: { serial } })).toMatchObject({
    ...{ currentVersion: '1.0.0', channel: 'beta', tokenMadeAt: null },
  });
  const unknown = people.staff.api.call(setDeviceChannel, { ...channel, params: { serial: 'Trace_none' } });
  expect(await refusalOf(unknown)).toMatchObject({ code: 'not_found' });
});

test('no version is offered of another model or chip, a closed ring, a paused rollout, or not newer [FWD-01]', async () => {
  const cases = {
    'another model': { side: {}, offer: { model: newModel() } },
    'another chip': { side: { chip: 'esp32s3' }, offer: { chip: 'esp32' } },
    'a ring that is not open': { side: {}, offer: { rings: [0, 100], ring: 1 } },
    'a paused rollout': { side: {}, offer: { state: 'paused' as const } },
    'a halted rollout': { side: {}, offer: { state: 'halted' as const } },
    'other chosen devices': { side: {}, offer: { serials: [] } },
    'a key that is no longer trusted': { side: {}, offer: { isKeyTrusted: false } },
    'a release that needs another one first': { side: {}, offer: { minSequence: 1 } },
    'a higher sequence': { side: { sequence: 2_000_000_000 }, offer: {} },
    'a higher version without a sequence': { side: { version: '1.2.0', sequence: null }, offer: {} },
  };
  for (const [name, { side, offer }] of Object.entries(cases)) {
    const model = newModel();
    const serial = await device(model, side);
    await offerFirmware(portal, { model, ...offer });
    expect([name, (await read(people.user, serial)).offer]).toEqual([name, null]);
  }
  const chosen = await device(newModel());
  await reportFirmware(portal, chosen, { version: 'v0.9-custom' });
  await offerFirmware(portal, { version: '1.0.1', serials: [chosen] });
  expect((await read(people.user, chosen)).offer?.version).toBe('1.0.1');
});

test('a started update waits for its turn, and repeats and two starts at once are one update [FWD-01]', async () => {
  const model = newModel();
  const serial = await device(model);
  const { releaseId } = await offerFirmware(portal, { model });
  const streams = [await openStream(portal, people.user), await openStream(portal, people.installer)];

  const both = await Promise.all([start(people.user, serial, releaseId), start(people.installer, serial, releaseId)]);
  const again = await start(people.user, serial, releaseId);

  expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
  expect(again).toMatchObject({ version: '1.1.0', state: 'waiting', isWanted: true, failure: null });
  expect(again.waitingFor).not.toBeNull();
  expect(await updatesOf(serial)).toMatchObject([{ state: 'waiting', tries: 0 }]);
  expect(await auditOf(serial)).toEqual(['firmware.start']);
  for (const stream of streams) {
    const [event] = await stream.until<{ serialNumber: string; update: FirmwareUpdate }>('firmware.update');
    expect(event).toMatchObject({ serialNumber: serial, update: { id: again.id, state: 'waiting' } });
    stream.close();
  }
});

test('a change of an update reaches those who have a relation to the device, and no one else [FWD-01] [FWD-02]', async () => {
  const model = newModel();
  const serial = await device(model);
  await offerFirmware(portal, { model, serials: [serial] });
  const { id } = (await read(people.user, serial)).update!;
  const [own, foreign] = [await openStream(portal, people.user), await openStream(portal, people.stranger)];
  const deviceId = await idOf(serial);
  // The stranger had a relation when the event was stored, and no longer at the push.
  const related = [people.user, people.stranger].map(({ id: accountId }) => ({
    ...{ accountId, relation: 'assigned_user' as const, since: new Date(0) },
  }));
  const known = { deviceId, serial, name: 'Boat', registeredAt: new Date(0), people: related };
  const publisher = createUpdatePublisher({ devices: { everyoneOf: async () => [known] } });
  for (const progressPct of [10, 45]) {
    await moveUpdate(portal, serial, { state: 'downloading', progressPct });
    await portal.app.database.transaction((tx) => publisher.publish(tx, [deviceId]));
  }
  const events = await own.until<{ update: FirmwareUpdate }>('firmware.update', 2);
  expect(events.at(-1)!.update).toMatchObject({ id, state: 'downloading', progressPct: 45 });
  expect(foreign.of('firmware.update')).toEqual([]);
  own.close();
  foreign.close();
});

const idOf = async (serial: string): Promise<number> =>
  (await sql<{ id: number }>`select id from device where serial = ${serial}`.execute(portal.test.database.sql)).rows[0]!
    .id;

test('a failed update begins anew, and a version that is on hold or not offered is refused [FWD-01]', async () => {
  const model = newModel();
  const serial = await device(model);
  const { releaseId, rolloutId } = await offerFirmware(portal, { model });
  await start(people.user, serial, releaseId);
  await moveUpdate(portal, serial, { state: 'failed', failure: 'wrong_hash' });
  expect((await read(people.user, serial)).update).toMatchObject({ state: 'failed', failure: 'wrong_hash' });
  expect(await start(people.installer, serial, releaseId)).toMatchObject({ state: 'waiting', failure: null });

  await moveUpdate(portal, serial, { state: 'done' });
  // Done, and the device runs the old version again.
  expect(await start(people.user, serial, releaseId)).toMatchObject({ state: 'waiting', isWanted: true });
  await moveUpdate(portal, serial, { state: 'failed', failure: 'wrong_hash' });
  await sql`update firmware_rollout set state = 'halted' where id = ${rolloutId}`.execute(portal.test.database.sql);
  expect(await refusalOf(start(people.user, serial, releaseId))).toEqual(refused('conflict', texts.onHold));
  const other = await offerFirmware(portal, { model: newModel() });
  expect(await refusalOf(start(people.user, serial, other.releaseId))).toEqual(refused('conflict', texts.notOffered));

  const newer = await offerFirmware(portal, { model, version: '1.2.0', channel: 'stable', state: 'done' });
  await moveUpdate(portal, serial, { state: 'installing' });
  expect(await refusalOf(start(people.user, serial, newer.releaseId))).toEqual(
    refused('conflict', texts.otherUnderWay),
  );
});

test('a start is refused without a relation, for a phone, for a replaced device, and to staff [FWD-01] [FWM-03]', async () => {
  const model = newModel();
  const serial = await device(model);
  const { releaseId } = await offerFirmware(portal, { model });
  expect(await refusalOf(start(people.stranger, serial, releaseId))).toMatchObject({ code: 'not_found' });
  expect(await refusalOf(start(people.staff, serial, releaseId))).toEqual(refused('forbidden', texts.staffUseRollouts));
  await sql`update device set replaced_at = now(), replaced_by = 'Trace_NEW' where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(await refusalOf(start(people.user, serial, releaseId))).toMatchObject({ code: 'conflict' });
  expect(await read(people.user, serial)).toMatchObject({ offer: null });
  const { serialNumber } = await addedPhone(portal, people.user);
  expect(await read(people.user, serialNumber)).toMatchObject({ offer: null });
  expect(await refusalOf(start(people.user, serialNumber, releaseId))).toEqual(refused('conflict', texts.phoneHasNone));
  expect(await updatesOf(serial)).toEqual([]);
});

test('device-firmware-update starts the offered version and refuses every address [FWD-01] [T15]', async () => {
  const model = newModel();
  const serialNumber = await device(model);
  await offerFirmware(portal, { model, version: '3.0.0' });
  const call = (body: object) =>
    rawCall(portal, { method: 'POST', path: '/functions/v1/device-firmware-update', person: people.user, body });
  for (const updateUrl of ['https://evil.example/firmware.bin', '/functions/v1/ota-firmware', '']) {
    const answer = await call({ serialNumber, firmwareVersion: '3.0.0', updateUrl });
    expect(answer.json).toMatchObject({ error: { code: 'invalid_input', field: 'body.updateUrl' } });
  }
  expect(await updatesOf(serialNumber)).toEqual([]);
  expect(await refusalOf(startVersion(serialNumber, '2.9.9'))).toEqual(refused('conflict', texts.notOffered));
  expect(await startVersion(serialNumber, '3.0.0')).toMatchObject({ version: '3.0.0', state: 'waiting' });
});

const startVersion = (serialNumber: string, firmwareVersion: string) =>
  people.user.api.call(updateDeviceFirmware, { body: { serialNumber, firmwareVersion, updateUrl: null } });

test('an installer starts several updates, each with its own outcome, and lists show which can update [FWD-01]', async () => {
  const model = newModel();
  const [old, current] = [await device(model), await device(model, { version: '1.1.0', sequence: 2_000_000_000 })];
  const busy = await device(model);
  await offerFirmware(portal, { model });
  const other = await offerFirmware(portal, { model, version: '1.0.9', state: 'done', serials: [busy] });
  await moveUpdate(portal, busy, { state: 'downloading', progressPct: 45 });
  expect(other.rolloutId).toBeDefined();

  const serials = [old, current, busy, 'Trace_none'];
  const cuesOf = async (person: SignedIn) =>
    (await person.api.call(listFirmwareCues, { query: { serials: serials.join(',') } })).devices;
  const cues = await cuesOf(people.installer);
  expect(new Map(cues.map((cue) => [cue.serialNumber, cue]))).toEqual(
    new Map([
      [old, { serialNumber: old, availableVersion: '1.1.0', update: null }],
      [busy, expect.objectContaining({ update: expect.objectContaining({ progressPct: 45 }) })],
    ]),
  );
  expect(await cuesOf(people.stranger)).toEqual([]);

  const body = { serialNumbers: [...serials, old] };
  const { outcomes } = await people.installer.api.call(startFirmwareUpdates, { body });
  expect(outcomes).toEqual([
    { serialNumber: old, outcome: 'started', message: null },
    { serialNumber: current, outcome: 'up_to_date', message: null },
    { serialNumber: busy, outcome: 'refused', message: texts.otherUnderWay },
    { serialNumber: 'Trace_none', outcome: 'not_found', message: null },
  ]);
  const foreign = await people.stranger.api.call(startFirmwareUpdates, { body: { serialNumbers: [old] } });
  expect(foreign.outcomes).toMatchObject([{ outcome: 'not_found' }]);
});

test('a download holds the wanted updates, and a deleted account leaves no name in them [SET-05] [FWD-01]', async () => {
  const person = await portal.person();
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(people.installer, serial, claimCode, 'Boat');
  await assignDevice(portal, serial, people.installer, person);
  const model = newModel();
  await reportFirmware(portal, serial, { version: '1.0.0', model });
  const { releaseId } = await offerFirmware(portal, { model, version: '7.7.7' });
  await start(person, serial, releaseId);
  const { text } = await rawCall(portal, { path: downloadData.path, person });
  expect(text).toContain('7.7.7');
  await sql`update firmware_release set uploaded_by = ${person.id}, published_by = ${person.id} where id = ${releaseId}`.execute(
    portal.test.database.sql,
  );
  await person.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await updatesOf(serial)).toMatchObject([{ wantedBy: null }]);
  const { rows } = await sql`select uploaded_by, published_by from firmware_release where id = ${releaseId}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ uploadedBy: null, publishedBy: null }]);
});
