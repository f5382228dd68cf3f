import {
  assignDevice,
  cancelAssignment,
  handOverDevices,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { SERVICING_MS } from '@trace/contract/certification/certification.rules';
import { listDevices } from '@trace/contract/devices/devices.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { getPath, startLive } from '@trace/contract/tracking/tracking.api';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { codeOf } from '#testing/registry';
import { openStream, type OpenStream } from '#testing/sse';

let portal: Portal;
const devices: HandDevice[] = [];
const streams: OpenStream[] = [];
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => portal.stop());

const now = (): number => portal.clock.now().getTime();

/** An installer whose certification has ended, and whose servicing ends in so many milliseconds. */
async function endingIn(ms: number, how: 'expires_at' | 'revoked_at' = 'expires_at'): Promise<SignedIn> {
  const person = await portal.person({ role: 'installer' });
  const number = `CERT-${person.id.slice(0, 8)}`;
  await portal.app.certification.add({ number, email: person.email, fullName: person.email, expiresAt: '' });
  await sql`
    update certification set person_id = ${person.id}, bound_at = ${new Date(now())}, matched_by = 'email', told_at = now()
    where email = ${person.email}`.execute(portal.test.database.sql);
  await endCertification(person, ms, how);
  return person;
}

async function endCertification(person: SignedIn, ms: number, how: 'expires_at' | 'revoked_at'): Promise<void> {
  const endedAt = new Date(now() + ms - SERVICING_MS);
  await sql`
    update certification set ${sql.ref(how)} = ${endedAt} where person_id = ${person.id}`.execute(
    portal.test.database.sql,
  );
}

async function deviceOf(registrant: SignedIn, user?: SignedIn): Promise<HandDevice> {
  const device = await assignedDevice(portal, registrant, user);
  devices.push(device);
  return device;
}

const lasting = 365 * 86_400_000;
const relation = async (person: SignedIn, { serial }: HandDevice) =>
  (await portal.app.devices.findFor(person.id, serial))?.relation ?? 'none';
const serialsOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listDevices, { query: { limit: 50 } })).devices.map(({ serialNumber }) => serialNumber);

test.each(['expires_at', 'revoked_at'] as const)(
  '30 days after the end (%s), servicing ends and the installer loses registered devices without being the user [CERT-09]',
  async (how) => {
    const installer = await endingIn(lasting, how);
    const other = await portal.person({ role: 'installer' });
    const [own, theirs] = [await deviceOf(installer), await deviceOf(other, installer)];
    await endCertification(installer, 1, how);
    const { serial } = own;
    expect((await serialsOf(installer)).toSorted()).toEqual([serial, theirs.serial].toSorted());
    expect(await relation(installer, own)).toBe('installer_unassigned');
    // New work is refused, and existing devices may be serviced.
    const assigning = installer.api.call(assignDevice, { params: { serial }, body: { email: 'new@example.com' } });
    expect(await assigning.catch((error: Error) => error.message)).toBe(certificationTexts.blocked.ended);
    portal.clock.set(new Date(now() + 1));
    expect(await serialsOf(installer)).toEqual([theirs.serial]);
    const { statuses } = await installer.api.call(listStatuses, {});
    expect(statuses.map(({ serialNumber }) => serialNumber)).toEqual([theirs.serial]);
    const params = { serial };
    const calls = [
      installer.api.call(pingDevice, { params, body: { id: randomUUID() } }),
      installer.api.call(getPath, { params }),
      installer.api.call(startLive, { params, body: { viewerId: randomUUID() } }),
      installer.api.call(deviceStatusFunction, { body: { serialNumber: serial, action: 'getStatus' } }),
      installer.api.call(assignDevice, { params, body: { email: 'new@example.com' } }),
      installer.api.call(cancelAssignment, { params }),
    ];
    expect([...new Set(await Promise.all(calls.map(codeOf)))]).toEqual(['not_found']);
    // The installer stays the user of an assigned device.
    expect(await relation(installer, theirs)).toBe('assigned_user');
  },
);

test('the company owner sees and services the devices throughout, and reassigns to a permitted member [CERT-09]', async () => {
  const [owner, next] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const installer = await endingIn(lasting);
  const { id } = await makeCompany(portal, owner);
  await addMember(owner, id, installer);
  await addMember(owner, id, next);
  const [device, ofOwner] = [await deviceOf(installer), await deviceOf(owner)];
  await endCertification(installer, 1, 'expires_at');
  expect(await relation(installer, ofOwner)).toBe('company_unassigned');
  const body = { fromPersonId: installer.id, toPersonId: next.id };
  expect(await codeOf(owner.api.call(handOverDevices, { params: { id }, body }))).toBe('conflict');
  portal.clock.set(new Date(now() + 1));
  expect(await relation(installer, device)).toBe('none');
  expect(await relation(installer, ofOwner)).toBe('none');
  expect(await relation(owner, device)).toBe('company_unassigned');
  const swapped = { fromPersonId: next.id, toPersonId: installer.id };
  expect(await codeOf(owner.api.call(handOverDevices, { params: { id }, body: swapped }))).toBe('conflict');
  expect(await owner.api.call(handOverDevices, { params: { id }, body })).toEqual({ devices: 1 });
  expect(await relation(next, device)).toBe('installer_unassigned');
});

test('a renewed certification restores servicing [CERT-09]', async () => {
  const installer = await endingIn(lasting);
  const device = await deviceOf(installer);
  await endCertification(installer, -1, 'expires_at');
  expect(await relation(installer, device)).toBe('none');
  await endCertification(installer, lasting, 'expires_at');
  expect(await relation(installer, device)).toBe('installer_unassigned');
});

test('open streams and live tracking of an installer without certification end within a second [CERT-09]', async () => {
  const installer = await endingIn(lasting);
  const device = await deviceOf(installer);
  const stream = await openStream(portal, installer);
  streams.push(stream);
  const starting = installer.api.call(startLive, {
    params: { serial: device.serial },
    body: { viewerId: randomUUID() },
  });
  const [command] = await eventually(
    () => device.commands().filter((one) => one.command === 'enableLiveGps'),
    ({ length }) => length > 0,
  );
  await device.answer(command!, { success: true });
  await starting;
  await portal.clock.advance(1_000);
  await device.say('location', { lat: 1, lng: 10 });
  await stream.until('position');
  await endCertification(installer, 0, 'expires_at');
  await portal.clock.advance(1_000);
  const heard = stream.of('device-status').length;
  for (let lat = 2; lat < 6; lat += 1) await device.say('location', { lat, lng: 10 });
  await device.say('status', { status: 'online' });
  await portal.clock.advance(6_000);
  expect(stream.of('position')).toHaveLength(1);
  expect(stream.of('device-status')).toHaveLength(heard);
  await eventually(
    () => device.commands().filter((one) => one.command === 'disableLiveGps'),
    ({ length }) => length > 0,
  );
});
