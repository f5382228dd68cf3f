import {
  deleteCompany,
  getOwnCompany,
  handOverCompany,
  leaveCompany,
  listMembers,
  removeMember,
} from '@trace/contract/companies/companies.api';
import {
  assignDevice,
  bringDevicesToCompany,
  countOwnDevicesOutside,
  handOverDevices,
  listCompanyInstallers,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { downloadData } from '@trace/contract/accounts/accounts.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { getPath } from '@trace/contract/tracking/tracking.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { randomUUID } from 'node:crypto';
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

const installer = (): Promise<SignedIn> => portal.person({ role: 'installer' });

interface World {
  readonly companyId: string;
  readonly owner: SignedIn;
  readonly member: SignedIn;
  readonly memberId: string;
}

async function company(): Promise<World> {
  const [owner, member] = [await installer(), await installer()];
  const { id } = await makeCompany(portal, owner);
  return { companyId: id, owner, member, memberId: await addMember(owner, id, member) };
}

async function deviceOf(registrant: SignedIn, user?: SignedIn): Promise<HandDevice> {
  const device = await assignedDevice(portal, registrant, user);
  devices.push(device);
  return device;
}

async function watch(person: SignedIn): Promise<OpenStream> {
  const stream = await openStream(portal, person);
  streams.push(stream);
  return stream;
}

const relation = async (person: SignedIn, { serial }: HandDevice) =>
  (await portal.app.devices.findFor(person.id, serial))?.relation ?? 'none';
const serialsOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listDevices, { query: { limit: 50 } })).devices.map(({ serialNumber }) => serialNumber);
const statusesOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listStatuses, {})).statuses.map(({ serialNumber }) => serialNumber);
const mailsTo = async ({ email }: SignedIn, subject: string) =>
  (await portal.app.mail.listRecent(200)).filter((mail) => mail.recipient === email && mail.subject === subject);
const remove = ({ owner, companyId, memberId }: World) =>
  owner.api.call(removeMember, { params: { id: companyId, memberId }, query: {} });
const heard = (stream: OpenStream, { serial }: HandDevice): number =>
  stream.of<{ serialNumber: string }>('device-status').filter(({ serialNumber }) => serialNumber === serial).length;

test('accepted members and the owner see and service devices of the company, without positions [IDEV-07]', async () => {
  const world = await company();
  const user = await portal.person();
  const [free, assigned] = [await deviceOf(world.member), await deviceOf(world.member, user)];
  expect(await Promise.all([free, assigned].map((device) => relation(world.owner, device)))).toEqual([
    'company_unassigned',
    'company_assigned',
  ]);
  const ofOwner = await deviceOf(world.owner);
  expect(await relation(world.member, ofOwner)).toBe('company_unassigned');
  const all = [free.serial, assigned.serial, ofOwner.serial].toSorted();
  for (const person of [world.owner, world.member]) {
    expect((await serialsOf(person)).toSorted()).toEqual(all);
    expect((await statusesOf(person)).toSorted()).toEqual(all);
  }
  expect(await codeOf(world.owner.api.call(getPath, { params: { serial: free.serial } }))).toBe('forbidden');
  expect(await codeOf(world.owner.api.call(getPath, { params: { serial: assigned.serial } }))).toBe('grant_required');
  expect(await serialsOf(await installer())).toEqual([]);
});

test('the company owned by the installer is responsible for a device without a company [IDEV-07] [A-35]', async () => {
  const owner = await installer();
  const device = await deviceOf(owner);
  const { id } = await makeCompany(portal, owner);
  const member = await installer();
  const memberId = await addMember(owner, id, member);
  expect(await relation(member, device)).toBe('company_unassigned');
  expect(await serialsOf(member)).toEqual([device.serial]);
  // A device that the member registered before joining stays the member's own.
  const other = await installer();
  const own = await deviceOf(other);
  await addMember(owner, id, other);
  expect(await Promise.all([other, owner].map((person) => relation(person, own)))).toEqual([
    'installer_unassigned',
    'none',
  ]);
  await owner.api.call(removeMember, { params: { id, memberId }, query: {} });
  expect(await relation(member, device)).toBe('none');
});

test('a company counts the devices that belong to it, in every view [COMP-01] [COMP-06] [A-35]', async () => {
  const [owner, member] = [await installer(), await installer()];
  for (const registrant of [owner, owner, member]) await deviceOf(registrant);
  const { id, name } = await makeCompany(portal, owner);
  const params = { id };
  const memberId = await addMember(owner, id, member);
  await deviceOf(member);
  const countsFor = async (person: SignedIn): Promise<number[]> => {
    const { own } = await person.api.call(getOwnCompany, {});
    const { members } = await person.api.call(listMembers, { params });
    const { installers } = await person.api.call(listCompanyInstallers, { params });
    const sum = (counted: { devices: number }[]): number => counted.reduce((all, { devices: count }) => all + count, 0);
    const company = own !== null && 'devices' in own.company ? own.company.devices : -1;
    return [company, sum(members), sum(installers)];
  };
  const outside = async (person: SignedIn): Promise<number> =>
    (await person.api.call(countOwnDevicesOutside, { params })).devices;
  // Only the device that the member registered after joining belongs to the company.
  expect(await countsFor(owner)).toEqual([1, 1, 1]);
  expect([await outside(owner), await outside(member)]).toEqual([2, 1]);
  await owner.api.call(bringDevicesToCompany, { params });
  expect(await countsFor(owner)).toEqual([3, 3, 3]);
  expect(await outside(owner)).toBe(0);
  // Devices that belong to the company stay with it after the transfer.
  await owner.api.call(handOverCompany, { params, body: { memberId } });
  expect(await countsFor(member)).toEqual([3, 3, 3]);
  await member.api.call(deleteCompany, { params, body: { name } });
  const { id: next } = await makeCompany(portal, member);
  expect((await member.api.call(getOwnCompany, {})).own?.company).toMatchObject({ id: next, devices: 0 });
});

test('a removed or departed member no longer sees devices of the company, even self-registered devices [IDEV-07]', async () => {
  for (const how of ['removed', 'left'] as const) {
    const world = await company();
    const [theirs, others] = [await deviceOf(world.member), await deviceOf(world.owner)];
    expect(await serialsOf(world.member)).toHaveLength(2);
    if (how === 'removed') await remove(world);
    else await world.member.api.call(leaveCompany, { params: { id: world.companyId } });
    expect([await relation(world.member, theirs), await relation(world.member, others)]).toEqual(['none', 'none']);
    expect(await serialsOf(world.member)).toEqual([]);
    expect(await statusesOf(world.member)).toEqual([]);
    expect(await relation(world.owner, theirs)).toBe('company_unassigned');
  }
});

test('the download of a former member leaves out the names that users gave to devices [SET-05] [IDEV-07]', async () => {
  const world = await company();
  const user = await portal.person();
  const { serial } = await deviceOf(world.member, user);
  const registered = async (): Promise<unknown> =>
    ((await world.member.api.call(downloadData, {}))['devices'] as { registered: unknown }).registered;
  expect(await registered()).toMatchObject([{ serialNumber: serial, nickname: 'Work ute' }]);
  await remove(world);
  await user.api.call(renameDevice, { params: { serial }, body: { nickname: 'At the shelter' } });
  expect(await registered()).toMatchObject([{ serialNumber: serial, nickname: null }]);
});

test('a removed member stays the user of an assigned device [IDEV-07]', async () => {
  const world = await company();
  const device = await deviceOf(world.owner, world.member);
  await remove(world);
  expect(await relation(world.member, device)).toBe('assigned_user');
});

test('an open stream sends device status to a member, and stops after the member is removed [GUARD-07]', async () => {
  const world = await company();
  const device = await deviceOf(world.owner);
  const stream = await watch(world.member);
  await device.say('status', { status: 'online' });
  await eventually(
    () => heard(stream, device),
    (count) => count > 0,
  );
  await remove(world);
  const [before, others] = [heard(stream, device), await watch(world.owner)];
  await device.say('status', { status: 'error' });
  await eventually(
    () => heard(others, device),
    (count) => count > 0,
  );
  expect(heard(stream, device)).toBe(before);
});

test('an open stream sends no position once the assignment has ended, within a second [GUARD-07]', async () => {
  const [owner, user] = [await installer(), await portal.person({ premium: true })];
  const device = await deviceOf(owner, user);
  const stream = await watch(user);
  const seen = (): number =>
    stream.of<Position>('position').filter(({ serialNumber }) => serialNumber === device.serial).length;
  await device.say('location', { lat: 1, lng: 10 });
  await eventually(seen, (count) => count === 1);
  await owner.api.call(endAssignment, { params: { serial: device.serial } });
  await portal.clock.advance(1_000);
  for (let lat = 2; lat < 6; lat += 1) await device.say('location', { lat, lng: 10 });
  await device.say('status', { status: 'online' });
  await portal.clock.advance(1_000);
  expect(seen()).toBe(1);
  expect(heard(stream, device)).toBe(0);
});

test('the owner reassigns the devices of a departed member to another member, and the users are notified [IDEV-09]', async () => {
  const world = await company();
  const [next, user] = [await installer(), await portal.person()];
  await addMember(world.owner, world.companyId, next);
  const [free, assigned] = [await deviceOf(world.member), await deviceOf(world.member, user)];
  await free.say('location', { lat: 1, lng: 10 });
  const params = { id: world.companyId };
  const body = { fromPersonId: world.member.id, toPersonId: next.id };
  expect(await codeOf(world.owner.api.call(handOverDevices, { params, body }))).toBe('conflict');
  await remove(world);
  const { installers } = await world.owner.api.call(listCompanyInstallers, { params });
  expect(installers.map(({ personId, isActive, devices: count }) => [personId, isActive, count])).toEqual(
    expect.arrayContaining([
      [world.member.id, false, 2],
      [next.id, true, 0],
      [world.owner.id, true, 0],
    ]),
  );
  const stream = await watch(next);
  portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
  expect(await world.owner.api.call(handOverDevices, { params, body })).toEqual({ devices: 2 });
  await stream.until('devices.changed');
  expect([await relation(next, free), await relation(next, assigned)]).toEqual([
    'installer_unassigned',
    'installer_assigned',
  ]);
  // Law 6: no positions from before.
  expect(unpackPath(await next.api.call(getPath, { params: { serial: free.serial } })).at).toEqual([]);
  expect(await relation(world.member, free)).toBe('none');
  const mails = await eventually(
    () => mailsTo(user, texts.newPartyMailSubject),
    ({ length }) => length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Work ute');
  expect(await world.owner.api.call(handOverDevices, { params, body })).toEqual({ devices: 0 });
});

test('only company members can receive devices, and devices of an active member cannot be reassigned [IDEV-09]', async () => {
  const world = await company();
  await deviceOf(world.member);
  const params = { id: world.companyId };
  const stranger = await installer();
  for (const [fromPersonId, toPersonId] of [
    [world.member.id, world.owner.id],
    [stranger.id, stranger.id],
    [stranger.id, randomUUID()],
  ] as const)
    expect(await codeOf(world.owner.api.call(handOverDevices, { params, body: { fromPersonId, toPersonId } }))).toBe(
      'conflict',
    );
});

test('devices from before joining move only when the installer decides so, and the users are notified [REG-10]', async () => {
  const [owner, newcomer, user] = [await installer(), await installer(), await portal.person()];
  const [free, assigned] = [await deviceOf(newcomer), await deviceOf(newcomer, user)];
  const { id } = await makeCompany(portal, owner);
  const params = { id };
  expect(await codeOf(newcomer.api.call(bringDevicesToCompany, { params }))).toBe('not_found');
  await addMember(owner, id, newcomer);
  expect(await relation(owner, free)).toBe('none');
  expect(await newcomer.api.call(countOwnDevicesOutside, { params })).toEqual({ devices: 2 });
  const answers = await Promise.all([1, 2].map(() => newcomer.api.call(bringDevicesToCompany, { params })));
  expect(answers.reduce((sum, { devices: count }) => sum + count, 0)).toBe(2);
  expect([await relation(owner, free), await relation(owner, assigned)]).toEqual([
    'company_unassigned',
    'company_assigned',
  ]);
  expect(await relation(newcomer, free)).toBe('installer_unassigned');
  expect(await newcomer.api.call(countOwnDevicesOutside, { params })).toEqual({ devices: 0 });
  const mails = await eventually(
    () => mailsTo(user, texts.newPartyMailSubject),
    ({ length }) => length > 0,
  );
  expect(mails).toHaveLength(1);
});

test('devices brought by an owner belong to the company for good, without notifying users [REG-10]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const device = await deviceOf(owner, user);
  const { id } = await makeCompany(portal, owner);
  expect(await owner.api.call(bringDevicesToCompany, { params: { id } })).toEqual({ devices: 1 });
  await portal.app.jobs.runDue();
  expect(await mailsTo(user, texts.newPartyMailSubject)).toEqual([]);
  expect(await relation(owner, device)).toBe('installer_assigned');
});

test('a person with several relations keeps the closest: user, then installer, then member [GUARD-07]', async () => {
  const world = await company();
  const device = await deviceOf(world.member);
  expect(await relation(world.member, device)).toBe('installer_unassigned');
  await world.member.api.call(assignDevice, {
    params: { serial: device.serial },
    body: { email: world.owner.email },
  });
  expect([await relation(world.owner, device), await relation(world.member, device)]).toEqual([
    'assigned_user',
    'installer_assigned',
  ]);
});

test('law 6: a member who rejoins a company sees no positions from the time in between [GUARD-07]', async () => {
  const world = await company();
  const device = await deviceOf(world.member);
  await device.say('location', { lat: 1, lng: 10 });
  const pathOf = async () =>
    unpackPath(await world.member.api.call(getPath, { params: { serial: device.serial } })).lat;
  expect(await pathOf()).toEqual([1]);
  await remove(world);
  portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
  await device.say('location', { lat: 2, lng: 10 });
  portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
  await addMember(world.owner, world.companyId, world.member);
  await device.say('location', { lat: 3, lng: 10 });
  expect(await pathOf()).toEqual([3]);
});
