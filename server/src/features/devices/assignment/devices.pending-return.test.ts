import { cancelAssignment, claimDeviceAgain } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { getPath, listPositions, startLive } from '@trace/contract/tracking/tracking.api';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignSeen } from '#testing/worlds/assignment-world';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { newSerial, registerDevice } from '#testing/trackers';

// Authorization.md (a): the installer has no access after an unassignment by anyone but the device's user.

let portal: Portal;
const devices: HandDevice[] = [];
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(async () => {
  for (const device of devices) device.cut();
  await portal.stop();
});

const installer = (): Promise<SignedIn> => portal.person({ role: 'installer' });
const assign = (person: SignedIn, serial: string, email: string) => assignSeen(portal, person, serial, email);
const cancel = (person: SignedIn, serial: string) => person.api.call(cancelAssignment, { params: { serial } });
const end = (person: SignedIn, serial: string) => person.api.call(endAssignment, { params: { serial } });
const claim = (person: SignedIn, serial: string, claimCode: string) =>
  person.api.call(claimDeviceAgain, { params: { serial }, body: { claimCode } });
const remove = (person: SignedIn, serial: string) =>
  person.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
const relation = async (person: SignedIn, serial: string) =>
  (await portal.app.devices.findFor(person.id, serial))?.relation ?? 'none';

/** Tries every way to a position and returns each distinct result. */
async function waysToPosition(person: SignedIn, serial: string): Promise<string[]> {
  const params = { serial };
  const answers = await Promise.all([
    codeOf(person.api.call(pingDevice, { params, body: { id: randomUUID() } })),
    codeOf(person.api.call(listPings, { params })),
    codeOf(person.api.call(getPath, { params })),
    codeOf(person.api.call(listPositions, { params, query: { receivedSince: 0 } })),
    codeOf(person.api.call(startLive, { params, body: { viewerId: randomUUID() } })),
  ]);
  return [...new Set(answers)];
}

async function deviceOf(owner: SignedIn): Promise<HandDevice> {
  const device = await connectByHand(portal);
  devices.push(device);
  await registerDevice(portal, device.serial, owner);
  return device;
}

const pathOf = async (person: SignedIn, serial: string): Promise<readonly number[]> =>
  unpackPath(await person.api.call(getPath, { params: { serial } })).lat;

/** The device is at a place of that latitude; a minute passes before and after. */
async function moveTo(device: HandDevice, lat: number): Promise<void> {
  portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
  await device.say('location', { lat, lng: 10 });
  portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
}

test('after an installer ends the assignment, the installer and other users get no position [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const { serial } = await deviceOf(owner);
  await assign(owner, serial, user.email);
  await end(owner, serial);
  expect(await relation(owner, serial)).toBe('installer_assigned');
  expect(await waysToPosition(owner, serial)).toEqual(['grant_required']);
  // Of the installer's own, or of a friend.
  const [own, friend] = [owner, await portal.person()];
  for (const { email } of [own, friend]) expect(await codeOf(assign(owner, serial, email))).toBe('conflict');
  expect(await codeOf(assign(owner, serial, 'nobody-yet@example.com'))).toBe('conflict');
  // Ended by mistake, so the same user gets the device again.
  await assign(owner, serial, user.email);
  expect(await relation(user, serial)).toBe('assigned_user');
});

test('a cancelled waiting assignment leaves the device without positions until a user gives the device back [LOCREQ-03]', async () => {
  const owner = await installer();
  const { serial } = await deviceOf(owner);
  await assign(owner, serial, 'waits@example.com');
  expect(await waysToPosition(owner, serial)).toEqual(['grant_required']);
  await cancel(owner, serial);
  expect(await waysToPosition(owner, serial)).toEqual(['grant_required']);
  const user = await portal.person();
  await assign(owner, serial, user.email);
  await end(user, serial);
  expect(await relation(owner, serial)).toBe('installer_unassigned');
});

test('after the device is given back, the installer sees only later positions, none of the user’s or in between [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person({ premium: true })];
  const device = await deviceOf(owner);
  await moveTo(device, 1);
  expect(await pathOf(owner, device.serial)).toEqual([1]);
  await assign(owner, device.serial, user.email);
  await moveTo(device, 2);
  expect(await pathOf(user, device.serial)).toEqual([2]);
  await end(owner, device.serial);
  await moveTo(device, 3);
  await end(user, device.serial);
  await moveTo(device, 4);
  expect(await pathOf(owner, device.serial)).toEqual([4]);
  const next = await portal.person({ premium: true });
  await assign(owner, device.serial, next.email);
  await moveTo(device, 5);
  expect(await pathOf(next, device.serial)).toEqual([5]);
});

test('removing and registering again opens no positions, only the code on the label does [LOCREQ-03] [REG-09]', async () => {
  const [owner, user, friend] = [await installer(), await portal.person(), await installer()];
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(owner, serial, claimCode);
  await assign(owner, serial, user.email);
  const removed = await remove(owner, serial);
  // Knowing the new code proves no possession: neither the installer nor a friend has the device.
  await registerByHttp(friend, serial, removed.claimCode);
  expect(await waysToPosition(friend, serial)).toEqual(['grant_required']);
  expect(await codeOf(claim(friend, serial, removed.claimCode!))).toBe('forbidden');
  expect(await codeOf(assign(friend, serial, friend.email))).toBe('conflict');
  await claim(friend, serial, claimCode.toLowerCase());
  expect(await relation(friend, serial)).toBe('installer_unassigned');
  expect(await codeOf(claim(friend, serial, claimCode))).toBe('conflict');
});

test('a device removed by the user is free when registered again [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(owner, serial, claimCode);
  await assign(owner, serial, user.email);
  const removed = await remove(user, serial);
  await registerByHttp(owner, serial, removed.claimCode);
  expect(await relation(owner, serial)).toBe('installer_unassigned');
});

test('the user can also give back a device that was removed since [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(owner, serial, claimCode);
  await assign(owner, serial, user.email);
  const removed = await remove(owner, serial);
  await end(user, serial);
  await registerByHttp(owner, serial, removed.claimCode);
  expect(await relation(owner, serial)).toBe('installer_unassigned');
});

test('wrong label codes are counted, and after ten no code is checked for an hour [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(owner, serial, claimCode);
  expect(await codeOf(claim(owner, serial, claimCode))).toBe('conflict');
  await assign(owner, serial, user.email);
  expect(await codeOf(claim(owner, serial, claimCode))).toBe('conflict');
  await end(owner, serial);
  const wrong = 'ABCD-EFGH-JKMN-PQRS-TVWX';
  for (const bad of ['', '   ', '🔑', wrong]) expect(await codeOf(claim(owner, serial, bad))).not.toBe('allowed');
  const outcomes: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) outcomes.push(await codeOf(claim(owner, serial, wrong)));
  expect(outcomes).toContain('too_many_requests');
  expect(await codeOf(claim(owner, serial, claimCode))).toBe('too_many_requests');
  expect(await relation(owner, serial)).toBe('installer_assigned');
});

test('deleting an account gives back assigned devices, and devices taken before stay hidden [LOCREQ-03]', async () => {
  const [owner, user] = [await installer(), await portal.person()];
  const [had, taken] = [await deviceOf(owner), await deviceOf(owner)];
  for (const { serial } of [had, taken]) await assign(owner, serial, user.email);
  await end(owner, taken.serial);
  await user.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  expect(await relation(owner, had.serial)).toBe('installer_unassigned');
  expect(await relation(owner, taken.serial)).toBe('installer_assigned');
  expect(await waysToPosition(owner, taken.serial)).toEqual(['grant_required']);
});

test('a device given back after its installer deleted the account can be registered with its claim code [REG-09] [SET-03]', async () => {
  const [owner, user, next] = [await installer(), await portal.person(), await installer()];
  const { serial, claimCode } = await enterDevice(portal);
  await registerByHttp(owner, serial, claimCode);
  await assign(owner, serial, user.email);
  await owner.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  expect(await relation(user, serial)).toBe('assigned_user');
  await end(user, serial);
  await registerByHttp(next, serial, claimCode);
  expect(await relation(next, serial)).toBe('installer_unassigned');
});

test('a stranger cannot give a device back and gets the same refusal as for an unknown device', async () => {
  const [owner, user, stranger] = [await installer(), await portal.person(), await portal.person()];
  const { serial } = await deviceOf(owner);
  await assign(owner, serial, user.email);
  await end(owner, serial);
  const [mine, none] = await Promise.all(
    [serial, newSerial()].map((given) => end(stranger, given).then(() => 'allowed', String)),
  );
  expect(mine).toBe(none);
  expect(await relation(owner, serial)).toBe('installer_assigned');
});
