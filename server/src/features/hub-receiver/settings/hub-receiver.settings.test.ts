import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hold, statusOf } from '#testing/held-rows';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { enterSerial, registerDevice } from '#testing/trackers';
import { ageProof } from '#testing/worlds/company-world';
import { answersOf, HEX_KEY, startHubReceiverWorld, type HubReceiverWorld } from '#testing/worlds/hub-receiver-world';

let portal: Portal;
let installer: SignedIn;
let port: number;
let world: HubReceiverWorld;
beforeAll(async () => {
  world = await startHubReceiverWorld();
  ({ portal, installer, port } = world);
});
afterEach(() => world.stopHubs());
afterAll(() => world.stop());

test('user and installer set up direct reports with a fresh proof, and both are told [PANIC-05] [T08]', async () => {
  const { user, serial, number, state } = await world.reportingHub();
  const path = `/api/devices/${serial}/hub-reporting`;
  const put = (person: SignedIn, body: unknown) => rawCall(portal, { method: 'PUT', path, person, body });
  const body = { number, maker: 'other', supervisionSec: 300, clockTolerance: 'usual' };
  const changed = await put(installer, body);
  expect(changed.json).toMatchObject({ account: { maker: 'other', isEncrypted: true, supervisionSec: 300 } });
  const mails = await portal.app.mail.listRecent(20);
  const told = mails.filter(({ subject }) => subject === texts.changedMailSubject('Work ute'));
  expect(new Set(told.map(({ recipient }) => recipient))).toEqual(new Set([user.email, installer.email]));
  const { rows } = await sql<{ entry: string }>`
    select details::text as entry from audit_log where action = 'device.saveHubReporting' and subject_id = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify([rows, changed.json, mails, portal.logged()])).not.toContain(HEX_KEY);
  const { number: taken } = await world.reportingHub();
  expect(refusalIn(await put(user, { ...body, number: taken }))).toMatchObject({
    code: 'conflict',
    field: 'body.number',
  });
  for (const wrong of [{ number: 'XYZ' }, { number: '12' }, { key: 'short' }, { supervisionSec: 61 }])
    expect(refusalIn(await put(user, { ...body, ...wrong })).code).toBe('invalid_input');
  const staff = await portal.person({ role: 'staff' });
  const stranger = await portal.person();
  expect([(await put(staff, body)).status, (await put(stranger, body)).status]).toEqual([403, 404]);
  await ageProof(portal, user);
  expect(refusalIn(await put(user, body)).code).toBe('proof_required');
  expect((await state()).receiver).toEqual({ host: '127.0.0.1', port });
});

test('the direct reports of a hub end when its user gives the device back [PANIC-05] [GUARD-07]', async () => {
  const { user, serial, hub } = await world.reportingHub({ key: null });
  const own = await hub({ waitMs: 200, attempts: 1 });
  await user.api.call(endAssignment, { params: { serial } });
  const left = await installer.api.call(getHubReporting, { params: { serial } });
  expect(left.account).toBeNull();
  expect(await answersOf(own.panic())).toEqual([null]);
  expect(await world.eventsOf(serial)).toEqual([]);
});

test.each<[string, (user: SignedIn, serial: string) => Promise<unknown>]>([
  ['gives the device back', (user, serial) => user.api.call(endAssignment, { params: { serial } })],
  [
    'removes the device',
    (user, serial) => user.api.call(removeDevice, { params: { serial }, body: { confirmation: null } }),
  ],
])('another device of the household takes the direct reports over when its user %s [PANIC-05]', async (_how, leave) => {
  const { user, serial, number, hub } = await world.reportingHub();
  const neighbour = await portal.person();
  const [theirs, second] = [await enterSerial(portal), await enterSerial(portal)];
  await registerDevice(portal, theirs, installer, neighbour);
  await registerDevice(portal, second, installer, user);
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), ${`00${number}`}, 'Home', now() from device
    where serial in (${serial}, ${theirs}, ${second})`.execute(portal.test.database.sql);
  await leave(user, serial);
  const state = await user.api.call(getHubReporting, { params: { serial: second } });
  expect(state.account).toMatchObject({ number, isEncrypted: true });
  expect(await answersOf((await hub()).panic())).toEqual(['*ACK']);
  expect(await world.eventsOf(second)).toHaveLength(1);
  await user.api.call(endAssignment, { params: { serial: second } });
  const stranger = await neighbour.api.call(getHubReporting, { params: { serial: theirs } });
  expect(stranger.account).toBeNull();
});

test('a device that leaves its user does not wait for messages of another device of its hub [PANIC-05] [STAT-01]', async () => {
  const { user, serial, number } = await world.reportingHub();
  const second = await enterSerial(portal);
  await registerDevice(portal, second, installer, user);
  const body = {
    number: world.newNumber(),
    maker: 'ajax',
    key: HEX_KEY,
    supervisionSec: 60,
    clockTolerance: 'usual',
  } as const;
  await user.api.call(saveHubReporting, { params: { serial: second }, body });
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, gen_random_uuid(), ${`00${number}`}, 'Home', now() from device
    where serial in (${serial}, ${second})`.execute(portal.test.database.sql);
  const held = await hold(portal, statusOf(serial));
  await user.api.call(endAssignment, { params: { serial: second } });
  expect((await installer.api.call(getHubReporting, { params: { serial: second } })).account).toBeNull();
  await held.release();
});

test('removed direct reports are no longer accepted [PANIC-05]', async () => {
  const { user, serial, hub } = await world.reportingHub({ key: null });
  const some = await hub({ waitMs: 200, attempts: 1 });
  expect(await answersOf(some.beat())).toEqual(['ACK']);
  const left = await user.api.call(removeHubReporting, { params: { serial } });
  expect(left.account).toBeNull();
  expect(await answersOf(some.panic())).toEqual([null]);
});
