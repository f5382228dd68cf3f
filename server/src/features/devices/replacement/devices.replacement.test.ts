import { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { listAccess } from '@trace/contract/location-access/location-access.api';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { getPath } from '@trace/contract/tracking/tracking.api';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedPositions } from '#testing/followed-device';
import { assignSeen } from '#testing/worlds/assignment-world';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startHubPortal, verifyHubs } from '#testing/worlds/hub-world';
import { ask, grantAccess } from '#testing/worlds/location-access-world';
import type { Portal, SignedIn } from '#testing/portal';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { configuration, reconfigure, registerNew, setupOf } from '#testing/worlds/setup-world';
import { openStream } from '#testing/sse';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let stop: () => Promise<void>;
let installer: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  ({ portal, stop } = await startHubPortal(new Date()));
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
});
afterAll(() => stop());

const replace = (person: SignedIn, serial: string, newSerialNumber: string, claimCode: string | null = null) =>
  person.api.call(replaceDevice, { params: { serial }, body: { newSerialNumber, claimCode } });
const refusalOf = (call: Promise<unknown>): Promise<object> =>
  call.then(
    () => ({}),
    (error: ApiError) => error.refusal!,
  );
const rowsOf = async (person: SignedIn) =>
  (await person.api.call(listDeviceTable, { query: { limit: 100, sort: 'registered' } })).devices;
const ownOf = async (person: SignedIn, serial: string) =>
  (await person.api.call(listDevices, { query: { limit: 200 } })).devices.find((one) => one.serialNumber === serial);
/** Returns whether the path of the last day contains positions. */
const hasPath = async (person: SignedIn, serial: string) =>
  (await person.api.call(getPath, { params: { serial } })).steps !== '';
const count = async (query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(portal.test.database.sql)).rows[0]!.count;
const here = () => ({ lat: -33.86, lng: 151.2, accuracyM: 5, fixAt: portal.clock.now().getTime(), reason: 'live' });

/** Creates a registry serial that is not registered. */
async function entered(): Promise<string> {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  return serial;
}

/** Registered and, when a user is named, assigned. */
async function registered(to?: SignedIn, nickname: string | null = null): Promise<string> {
  const serial = await entered();
  await registerByHttp(installer, serial, null, nickname);
  if (to) await assignSeen(portal, installer, serial, to.email);
  return serial;
}

test('name, user, hub and SIM settings move, and the history stays with the notified user [IDEV-10]', async () => {
  const { handle } = await verifyHubs(installer, 'novak+replaced@hub.example');
  const { device: old, serial } = await registerNew(
    portal,
    installer,
    { hub: { handle, hubId: '00A41F7C' }, sim: { apn: 'internet', password: 'Sim-Secret-9' } },
    user,
  );
  await old.say('location', here());
  const waiting = await registerNew(portal, installer);
  expect(waiting.serial).not.toBe(serial);
  const stream = await openStream(portal, user);
  const next = await connectByHand(portal);
  await next.listen();

  expect(await replace(installer, serial, next.serial)).toEqual({ serialNumber: next.serial, setup: 'queued' });
  const { parameters } = await configuration(next);
  expect(parameters).toEqual({ hubId: '00A41F7C', sim: { apn: 'internet', password: 'Sim-Secret-9' } });
  expect(await setupOf(user, next.serial)).toMatchObject({ hub: { id: '00A41F7C' }, simFields: ['apn', 'password'] });
  expect(await setupOf(user, serial)).toMatchObject({ hub: null, hasSim: false, state: 'none', previous: null });
  // T14: the secrets are sealed for the new device, and none remain at the old device.
  expect(
    await count(sql`select count(*)::int as count from hub_link l join device d on d.id = l.device_id
      where d.serial = ${serial}`),
  ).toBe(0);

  expect(await ownOf(user, next.serial)).toMatchObject({ name: `Device ${next.serial}`, replacedBy: null });
  expect(await ownOf(user, serial)).toMatchObject({ name: `Device ${serial} (replaced)`, replacedBy: next.serial });
  expect(await hasPath(user, serial)).toBe(true);
  expect(await hasPath(user, next.serial)).toBe(false);
  await next.say('location', here());
  expect(await hasPath(user, next.serial)).toBe(true);
  await stream.until('devices.assignment');
  stream.close();
  const mails = (await portal.app.mail.listRecent(100)).filter(({ text }) => text.includes(next.serial));
  expect(mails).toMatchObject([{ recipient: user.email, subject: texts.mailSubject(`Device ${serial}`) }]);
  const { rows: audits } = await sql<{ action: string; details: object }>`
    select action, details from audit_log where subject_id = any(${[serial, next.serial]}) and action like 'device.re%'
      and details ->> 'replacedBy' is not null or subject_id = ${next.serial} and action = 'device.register'`.execute(
    portal.test.database.sql,
  );
  expect(audits).toMatchObject([{ action: 'device.replace', details: { replacedBy: next.serial, hadUser: true } }]);

  // The old device is set aside: new messages are not stored, and the device does not count as waiting for action.
  await old.say('location', { ...here(), lat: -34 });
  await old.say('heartbeat', { status: 'online', intervalSec: 60 });
  expect(await storedPositions(portal, serial)).toHaveLength(1);
  expect(await count(sql`select count(*)::int as count from device_status where serial = ${serial}`)).toBe(0);
  const row = (await rowsOf(installer)).find(({ serialNumber }) => serialNumber === serial);
  expect(row).toMatchObject({ replacedBy: next.serial, relation: 'installer_assigned' });
});

test('live access to the old device ends and never moves to the new device [IDEV-10] [LOCREQ-02]', async () => {
  const serial = await registered(user, 'Work ute');
  const grant = await grantAccess(portal, installer, user, serial, 60);
  const next = await entered();
  await replace(installer, serial, next);
  const { held, sent } = await installer.api.call(listAccess, {}).then((all) => ({
    held: JSON.stringify(all),
    sent: all.sent.filter(({ serialNumber }) => serialNumber === serial || serialNumber === next),
  }));
  expect(held).not.toContain(grant);
  expect(sent).toEqual([]);
  expect(await codeOf(hasPath(installer, serial))).toBe('grant_required');
  expect(await codeOf(hasPath(installer, next))).toBe('grant_required');
  expect(await codeOf(ask(installer, next))).toBe('allowed');

  // A request that waits is not answered for another device either.
  const again = await entered();
  const { rows } = await sql<{ id: string }>`
    select id from location_access where serial = ${next} and status = 'pending'`.execute(portal.test.database.sql);
  await replace(installer, next, again);
  expect((await user.api.call(listAccess, {})).addressed.map(({ id }) => id)).not.toContain(rows[0]!.id);
});

test('the old device keeps only history and cannot be commanded, set up, assigned or replaced again [IDEV-10]', async () => {
  const serial = await registered(user);
  const requestId = randomUUID();
  const restart = (id: string) =>
    user.api.call(sendDeviceCommand, {
      body: { serialNumber: serial, command: 'restart', parameters: {}, when: 'wake', requestId: id },
    });
  await restart(requestId);
  const next = await entered();
  await replace(installer, serial, next);
  const { rows } = await sql<{ state: string }>`
    select state from device_command where request_id = ${requestId}`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ state: 'cancelled' }]);
  const replaced = { code: 'conflict', message: texts.alreadyReplaced(next) };
  const another = await entered();
  const calls = {
    restart: () => restart(randomUUID()),
    ping: () => user.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } }),
    setup: () => reconfigure(user, serial, { sim: { apn: 'internet' } }),
    replace: () => replace(installer, serial, another),
  };
  for (const [what, call] of Object.entries(calls))
    expect({ what, ...(await refusalOf(call())) }).toMatchObject({ what, ...replaced });
  expect(await codeOf(ask(installer, serial))).toBe('conflict');
  expect(
    (await user.api.call(deviceStatusFunction, { body: { serialNumber: serial, action: 'getStatus' } })).success,
  ).toBe(true);
  const free = await registered();
  await replace(installer, free, await entered());
  expect(
    await refusalOf(installer.api.call(assignDevice, { params: { serial: free }, body: { email: user.email } })),
  ).toMatchObject({ code: 'conflict' });
  // After repair, the device can be registered again.
  await user.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  expect(await ownOf(user, next)).toMatchObject({ replacedBy: null });
});

test('the new device is registered by the normal registration rules [IDEV-10] [REG-09]', async () => {
  const serial = await registered(user, 'Boat');
  const taken = await registered();
  const { serial: coded, claimCode } = await enterDevice(portal);
  const field = 'body.newSerialNumber';
  const refused: readonly [string, string | null, object][] = [
    ['', null, { code: 'invalid_input', field }],
    ['   ', null, { code: 'invalid_input', field }],
    ['Trace_😀', null, { code: 'invalid_input', field }],
    ['Trace_‮1', null, { code: 'invalid_input', field }],
    ['javascript:alert(1)', null, { code: 'invalid_input', field }],
    ['x'.repeat(65), null, { code: 'invalid_input', field }],
    [serial, null, { code: 'invalid_input', field, message: texts.sameSerial }],
    [serial.toUpperCase(), null, { code: 'invalid_input', field, message: texts.sameSerial }],
    [newSerial(), null, { code: 'conflict', field }],
    [taken, null, { code: 'conflict', field }],
    [taken.toUpperCase(), null, { code: 'conflict', field }],
    [coded, null, { code: 'invalid_input', field: 'body.claimCode' }],
    [coded, 'WRONG-WRONG-WRONG-WRONG', { code: 'forbidden', field: 'body.claimCode' }],
    [coded, 'x'.repeat(2_000), { code: 'invalid_input', field: 'body.claimCode' }],
  ];
  for (const [newSerialNumber, code, refusal] of refused)
    expect({ newSerialNumber, ...(await refusalOf(replace(installer, serial, newSerialNumber, code))) }).toMatchObject({
      newSerialNumber,
      ...refusal,
    });
  const { rows } = await sql<{ wrong: number }>`
    select wrong from device_claim_try where account_id = ${installer.id}`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ wrong: 1 }]);
  expect(await ownOf(user, serial)).toMatchObject({ name: 'Boat', replacedBy: null });
  const stranger = await portal.person({ role: 'installer' });
  const existing = await refusalOf(replace(stranger, serial, coded, claimCode));
  expect(existing).toMatchObject({ code: 'not_found' });
  expect(await replace(installer, serial, ` ${coded} `, claimCode)).toEqual({ serialNumber: coded, setup: 'none' });
  expect(await ownOf(user, coded)).toMatchObject({ name: 'Boat' });
});

test('a replacement is refused without a certification [IDEV-10] [CERT-09]', async () => {
  const uncertified = await portal.person({ role: 'installer' });
  const serial = await entered();
  await registerByHttp(uncertified, serial);
  const { email } = uncertified;
  await portal.app.certification.add({ number: 'CERT-REPLACED', email, fullName: email, expiresAt: '' });
  await sql`
    update certification set person_id = ${uncertified.id}, bound_at = now(), matched_by = 'email',
      revoked_at = ${portal.clock.now()} where email = ${email}`.execute(portal.test.database.sql);
  expect(await codeOf(replace(uncertified, serial, await entered()))).toBe('forbidden');
});

test('a waiting assignment moves, and the positions of the old device are hidden [IDEV-10]', async () => {
  const serial = await registered();
  const address = `later-${randomUUID()}@example.com`;
  await installer.api.call(assignDevice, { params: { serial }, body: { email: address } });
  const next = await entered();
  await replace(installer, serial, next);
  const byserial = new Map((await rowsOf(installer)).map((row) => [row.serialNumber, row]));
  expect(byserial.get(next)).toMatchObject({ assignment: 'waiting', user: { email: address } });
  expect(byserial.get(serial)).toMatchObject({ assignment: 'none', relation: 'installer_assigned', replacedBy: next });
  expect(await codeOf(hasPath(installer, serial))).toBe('grant_required');
});

test('without a user, the installer keeps access to the recorded data of the old device [IDEV-10]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  await device.say('location', here());
  const before = await installer.api.call(getOverview, {});
  await replace(installer, serial, await entered());
  expect(await hasPath(installer, serial)).toBe(true);
  const after = await installer.api.call(getOverview, {});
  expect(after.counts.total).toBe(before.counts.total);
  expect(after.waiting.unassigned).toBe(before.waiting.unassigned);
});

test('a replaced device keeps its last contact, is offline, and sorts by that contact [IDEV-10]', async () => {
  const { device, serial } = await registerNew(portal, installer, {}, user);
  await device.say('heartbeat', { status: 'online', intervalSec: 60, battery: 80 });
  const other = await registerNew(portal, installer);
  await other.device.say('heartbeat', { status: 'online', intervalSec: 60 });
  const statusOf = async () => (await rowsOf(installer)).find(({ serialNumber }) => serialNumber === serial)!.status;
  const { lastSeen } = await statusOf();
  expect(lastSeen).not.toBeNull();
  await replace(installer, serial, await entered());
  const kept = { status: 'offline', lastSeen, network: 'disconnected', expectedAt: null, batteryPct: null };
  expect(await statusOf()).toMatchObject(kept);
  const asked = { body: { serialNumber: serial, action: 'getStatus' } } as const;
  expect(await user.api.call(deviceStatusFunction, asked)).toMatchObject({ status: 'offline' });
  const { devices } = await installer.api.call(listDeviceTable, { query: { limit: 100, sort: 'lastSeen' } });
  const place = (wanted: string) => devices.findIndex(({ serialNumber }) => serialNumber === wanted);
  expect(place(serial)).toBeGreaterThan(place(other.serial));
  // The time is deleted with the device.
  await user.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  expect(
    await count(sql`select count(*)::int as count from replaced_device_contact c
    where not exists (select from device d where d.id = c.device_id)`),
  ).toBe(0);
});

const TIMES = 3;

test('only one of several concurrent replacements succeeds, of the same device and by the same device [IDEV-10]', async () => {
  for (let nth = 0; nth < TIMES; nth += 1) {
    const [old, other] = await Promise.all([registered(user), registered(user)]);
    const [one, two] = [await entered(), await entered()];
    const ofOne = await Promise.all([one, two].map((next) => codeOf(replace(installer, old, next))));
    expect(ofOne.sort()).toEqual(['allowed', 'conflict']);
    const free = (await ownOf(user, one)) === undefined ? one : two;
    const third = await registered(user);
    const byOne = await Promise.all([other, third].map((serial) => codeOf(replace(installer, serial, free))));
    expect(byOne.sort()).toEqual(['allowed', 'conflict']);
    expect(
      await count(sql`select count(*)::int as count from device_assignment a join device d on d.id = a.device_id
        where d.serial = ${free} and a.ended_at is null`),
    ).toBe(1);
  }
});

test('a replacement racing with a removal or an assignment gives the same result as some sequence [IDEV-10]', async () => {
  for (let nth = 0; nth < TIMES; nth += 1) {
    const [going, next] = [await registered(user), await entered()];
    const [replaced, removed] = await Promise.all([
      codeOf(replace(installer, going, next)),
      codeOf(user.api.call(removeDevice, { params: { serial: going }, body: { confirmation: null } })),
    ]);
    expect(removed).toBe('allowed');
    expect(['allowed', 'not_found']).toContain(replaced);
    expect((await ownOf(user, next)) !== undefined).toBe(replaced === 'allowed');

    const [free, another] = [await registered(), await entered()];
    const [moved, assigned] = await Promise.all([
      codeOf(replace(installer, free, another)),
      codeOf(installer.api.call(assignDevice, { params: { serial: free }, body: { email: user.email } })),
    ]);
    // The second transaction sees the first result, and either refuses or moves the assignment along.
    expect([moved, assigned]).toContain('allowed');
    expect(['allowed', 'conflict']).toEqual(expect.arrayContaining([moved, assigned]));
    const users = await count(sql`select count(*)::int as count from device_assignment a
      join device d on d.id = a.device_id where d.serial in (${free}, ${another}) and a.ended_at is null`);
    expect(users).toBe(assigned === 'allowed' ? 1 : 0);
  }
});

test('an address confirmed during the replacement gets the new device [IDEV-10]', async () => {
  for (let nth = 0; nth < TIMES; nth += 1) {
    const serial = await registered();
    const late = await portal.person();
    await sql`
      insert into device_assignment (device_id, email, assigned_by, assigned_at)
      select id, ${late.email}, ${installer.id}, now() from device where serial = ${serial}`.execute(
      portal.test.database.sql,
    );
    const next = await entered();
    const [replaced] = await Promise.all([
      codeOf(replace(installer, serial, next)),
      portal.app.assignments.takeEffect(late.email),
    ]);
    // The device was assigned between look-up and lock, so the replacement is retried.
    if (replaced === 'conflict') await replace(installer, serial, next);
    expect(await ownOf(late, next)).toMatchObject({ replacedBy: null });
    const audited = await count(sql`select count(*)::int as count from audit_log
      where action = 'device.takeEffect' and subject_id in (${serial}, ${next})`);
    expect(audited).toBe(1);
  }
});
