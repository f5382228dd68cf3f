import { leaveCompany } from '@trace/contract/companies/companies.api';
import { listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import {
  removeDevice,
  renameDevice,
  revokeCertificate,
  verifySerial,
} from '@trace/contract/devices/registration/devices.registration.api';
import { isClaimCode, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { ApiError } from '@trace/contract/kernel/client';
import { listPings } from '@trace/contract/ping/ping.api';
import { getPath } from '@trace/contract/tracking/tracking.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterSerials, makeClaim } from '#platform/devices/identity/claims';
import { makeDevice } from '#platform/devices/testing/device-certificate';
import { assignSeen } from '#testing/worlds/assignment-world';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { openStream } from '#testing/sse';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
});
afterAll(() => portal.stop());

const remove = (person: SignedIn, serial: string, confirmation: string | null = null) =>
  person.api.call(removeDevice, { params: { serial }, body: { confirmation } });
const assign = (person: SignedIn, serial: string, to: SignedIn) => assignSeen(portal, person, serial, to.email);
const serialsOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listDevices, { query: { limit: 200 } })).devices.map(({ serialNumber }) => serialNumber);
const mailsTo = async (person: SignedIn, serial: string) =>
  (await portal.app.mail.listRecent(100)).filter(
    ({ recipient, text }) => recipient === person.email && text.includes(serial),
  );
const positionsStored = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from position`.execute(portal.test.database.sql)).rows[0]!
    .count;

/** Registers a device and assigns the device to the user. */
async function assigned(): Promise<{ serial: string; claimCode: string }> {
  const device = await enterDevice(portal);
  await registerByHttp(installer, device.serial, device.claimCode, 'Work ute');
  await assign(installer, device.serial, user);
  return device;
}

test('an installer types the serial to remove, the user is notified, and the code is shown once [REG-09] [IDEV-06]', async () => {
  const { serial, claimCode } = await assigned();
  for (const typed of [null, '', 'yes', serial.toLowerCase()])
    expect(await remove(installer, serial, typed).catch((error: ApiError) => error.refusal)).toMatchObject({
      code: 'invalid_input',
      field: 'body.confirmation',
      message: texts.confirmationDiffers,
    });
  const stream = await openStream(portal, user);
  const removed = await remove(installer, serial, ` ${serial} `);
  expect(isClaimCode(normaliseClaim(removed.claimCode!))).toBe(true);
  expect(normaliseClaim(removed.claimCode!)).not.toBe(normaliseClaim(claimCode));
  await stream.until('devices.changed');
  stream.close();
  const [mail] = await mailsTo(user, serial);
  expect(mail).toMatchObject({ subject: 'Work ute was removed' });
  expect(mail!.text).toContain('its recorded positions are deleted');
  expect(mail!.text).toContain("the hub's alarms no longer reach Trace");
  expect([await serialsOf(user), await serialsOf(installer)].flat()).not.toContain(serial);
  expect(await codeOf(remove(installer, serial, serial))).toBe('not_found');

  const next = await portal.person({ role: 'installer' });
  expect(await codeOf(registerByHttp(next, serial, claimCode))).toBe('forbidden');
  expect(await codeOf(registerByHttp(next, serial))).toBe('invalid_input');
  expect(await codeOf(registerByHttp(next, serial, removed.claimCode))).toBe('allowed');
});

test('the user removes a device without confirmation, and the installer is notified [UDASH-09]', async () => {
  const { serial } = await assigned();
  const { claimCode } = await remove(user, serial);
  expect(claimCode).not.toBeNull();
  expect(await mailsTo(installer, serial)).toMatchObject([{ subject: texts.leftMailSubject('Work ute') }]);
  // The user let go of the device, so no return is pending.
  expect((await user.api.call(listTakenDevices, {})).devices.map(({ serialNumber }) => serialNumber)).not.toContain(
    serial,
  );
  expect((await installer.api.call(verifySerial, { body: { serialNumber: serial } })).state).toBe('free');
});

test.each(['removes', 'revokes'] as const)(
  'a former employee gets no email when the user %s a device of the company [UDASH-09] [REG-08] [IDEV-07]',
  async (what) => {
    const [owner, former] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
    const company = await makeCompany(portal, owner);
    await addMember(owner, company.id, former);
    const { serial, claimCode } = await enterDevice(portal);
    await makeDevice(portal.app.gateway.certificates, serial);
    await registerByHttp(former, serial, claimCode);
    await assign(former, serial, user);
    await former.api.call(leaveCompany, { params: { id: company.id } });
    if (what === 'removes') await remove(user, serial);
    else await user.api.call(revokeCertificate, { params: { serial }, body: {} });
    expect(await mailsTo(former, serial)).toEqual([]);
  },
);

test('no claim code is made when the registry entry has no code [REG-09]', async () => {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerByHttp(installer, serial);
  expect(await remove(installer, serial)).toEqual({ serialNumber: serial, claimCode: null });
  expect(await codeOf(registerByHttp(installer, serial))).toBe('allowed');
});

test('a removed device stays enrolled, and messages are not stored until the device is registered again [REG-09]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const device = await connectByHand(portal, { serial });
  await registerByHttp(installer, serial, claimCode);
  await assign(installer, serial, user);
  const fix = { lat: -33.86, lng: 151.21 };
  await device.say('location', fix);
  const removed = await remove(user, serial);
  await portal.app.jobs.runDue();
  const before = await positionsStored();
  await device.say('location', fix);
  await device.say('location', fix);
  expect(await positionsStored()).toBe(before);
  expect(device.isClosed()).toBe(false);
  await registerByHttp(installer, serial, removed.claimCode);
  await device.say('location', fix);
  expect(await positionsStored()).toBe(before + 1);
  device.cut();
});

test('another process is notified of a removal [REG-09]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const device = await connectByHand(portal, { serial });
  await registerByHttp(installer, serial, claimCode);
  const rebound: string[] = [];
  const stop = await portal.test.database.listen('device_registration', (heard) => void rebound.push(heard));
  await remove(installer, serial);
  await expect.poll(() => rebound).toContain(serial);
  stop();
  device.cut();
});

test('removing and registering again does not bypass the grant and shows no earlier data [LOCREQ-04] [T35]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const device = await connectByHand(portal, { serial });
  await registerByHttp(installer, serial, claimCode);
  await assign(installer, serial, user);
  await device.say('location', { lat: -33.86, lng: 151.21 });
  const removed = await remove(installer, serial, serial);
  await registerByHttp(installer, serial, removed.claimCode);
  await device.say('location', { lat: -33.87, lng: 151.22 });
  for (const endpoint of [listPings, getPath])
    expect(await codeOf(installer.api.call(endpoint, { params: { serial } }))).toBe('grant_required');
  expect((await user.api.call(listTakenDevices, {})).devices.map(({ serialNumber }) => serialNumber)).toContain(serial);
  // Another installer with the new code stands no better.
  const again = await remove(installer, serial, serial);
  const accomplice = await portal.person({ role: 'installer' });
  await registerByHttp(accomplice, serial, again.claimCode);
  expect(await codeOf(accomplice.api.call(getPath, { params: { serial } }))).toBe('grant_required');
  device.cut();
});

test('concurrent removals show the code once, and one of several concurrent registrations succeeds [REG-09]', async () => {
  const { serial } = await assigned();
  const outcomes = await Promise.allSettled([
    remove(user, serial),
    remove(installer, serial, serial),
    remove(user, serial),
  ]);
  const shown = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.claimCode! : []));
  expect(shown).toHaveLength(1);
  expect(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? (outcome.reason as ApiError).refusal!.code : [])),
  ).toEqual(['not_found', 'not_found']);
  const other = await portal.person({ role: 'installer' });
  const registered = await Promise.all(
    [installer, other, installer, other].map((person) => codeOf(registerByHttp(person, serial, shown[0]))),
  );
  expect(registered.sort()).toEqual(['allowed', 'conflict', 'conflict', 'conflict']);
});

test('concurrent registering and removing from two sessions leaves a consistent state [REG-09]', async () => {
  const other = await portal.person({ role: 'installer' });
  const { serial, claimCode } = await enterDevice(portal);
  const codes = new Set([claimCode]);
  for (let round = 0; round < 6; round += 1) {
    const results = await Promise.allSettled(
      [installer, other].flatMap((person) => [
        ...[...codes].slice(-2).map((code) => registerByHttp(person, serial, code)),
        remove(person, serial, serial),
      ]),
    );
    for (const result of results)
      if (result.status === 'fulfilled' && 'claimCode' in result.value) codes.add(result.value.claimCode!);
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? (result.reason as ApiError).refusal!.code : [],
    );
    const expected = ['conflict', 'forbidden', 'not_found', 'too_many_requests'];
    expect(refusals.filter((code) => !expected.includes(code))).toEqual([]);
    await sql`delete from device_claim_try`.execute(portal.test.database.sql);
    const { rows } = await sql`select registered_by from device where lower(serial) = lower(${serial})`.execute(
      portal.test.database.sql,
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    const owners = [await serialsOf(installer), await serialsOf(other)].filter((serials) => serials.includes(serial));
    expect(owners).toHaveLength(rows.length);
    const { rows: counted } = await sql<{ registered: number; removed: number }>`
      select count(*) filter (where action = 'device.register')::int as registered,
        count(*) filter (where action = 'device.remove')::int as removed
      from audit_log where subject_id = ${serial}`.execute(portal.test.database.sql);
    expect(counted[0]!.registered - counted[0]!.removed).toBe(rows.length);
  }
});

test('a concurrent assignment and removal leave no partial state [REG-09]', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { serial, claimCode } = await enterDevice(portal);
    await registerByHttp(installer, serial, claimCode);
    const [given, gone] = await Promise.all([
      codeOf(assign(installer, serial, user)),
      codeOf(remove(installer, serial, serial)),
    ]);
    expect(['allowed', 'not_found']).toContain(given);
    expect(['allowed', 'conflict']).toContain(gone);
    const isThere = (await serialsOf(installer)).includes(serial);
    expect(isThere).toBe(gone !== 'allowed');
    expect((await serialsOf(user)).includes(serial)).toBe(isThere && given === 'allowed');
  }
});

test('the installer and the user rename a device, and both see the new name [IDEV-06]', async () => {
  const { serial } = await assigned();
  const stream = await openStream(portal, user);
  expect(await installer.api.call(renameDevice, { params: { serial }, body: { nickname: ' Ferry ' } })).toEqual({
    serialNumber: serial,
    name: 'Ferry',
  });
  await stream.until('devices.changed');
  stream.close();
  expect(await user.api.call(renameDevice, { params: { serial }, body: { nickname: '' } })).toEqual({
    serialNumber: serial,
    name: `Device ${serial}`,
  });
  const { devices } = await user.api.call(listDevices, { query: { limit: 200 } });
  expect(devices.find(({ serialNumber }) => serialNumber === serial)?.name).toBe(`Device ${serial}`);
});

test('no claim code is stored in clear in the database, audit log, outbox or mails [REG-09]', async () => {
  const { serial, claimCode } = await enterDevice(portal);
  const wrong = makeClaim();
  await codeOf(registerByHttp(installer, serial, wrong));
  await registerByHttp(installer, serial, claimCode);
  await assign(installer, serial, user);
  const { claimCode: renewed } = await remove(installer, serial, serial);
  const third = makeClaim();
  await portal.test.database.transaction((tx) => enterSerials(tx, [{ serial, code: third }]));
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${portal.test.schema} and c.relkind in ('r', 'p')`.execute(portal.test.database.sql);
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['audit_log', 'device_registry', 'mail', 'outbox']),
  );
  for (const code of [wrong, claimCode, renewed!, third])
    for (const spelled of [code, normaliseClaim(code), normaliseClaim(code).toLowerCase()])
      for (const { name } of tables) {
        const { rows } = await sql`
          select from ${sql.table(name)} as row where position(${spelled} in row::text) > 0 limit 1`.execute(
          portal.test.database.sql,
        );
        expect(rows, `${name} holds a claim code`).toEqual([]);
      }
});
