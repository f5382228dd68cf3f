import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { readIncident, releaseIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { listDeviceCommands, listDeviceResponses } from '@trace/contract/device-commands/device-commands.api';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { hold } from '#testing/held-rows';
import { incidentOf, passSeconds, press as pressOf } from '#testing/panic-incidents';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const devices: HandDevice[] = [];
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
});

async function deviceOf(user: SignedIn, registrant = installer): Promise<HandDevice> {
  const device = await assignedDevice(portal, registrant, user);
  devices.push(device);
  return device;
}

const press = (device: HandDevice, fields?: object): Promise<void> => pressOf(portal, device, fields);
const pass = (sec: number): Promise<void> => passSeconds(portal, sec);

const read = (person: SignedIn, id: string): Promise<IncidentDetails> =>
  person.api.call(readIncident, { params: { id } });

const latsOf = async (person: SignedIn, id: string): Promise<number[]> =>
  (await read(person, id)).positions!.map(({ lat }) => lat);

test('a device that comes back from another user brings no position of that time into the incident [PANIC-03] [PANIC-07]', async () => {
  const [former, other] = [await portal.person({ premium: true }), await portal.person({ premium: true })];
  const device = await deviceOf(former);
  await press(device, { lat: 1, lng: 10 });
  const { id } = await incidentOf(former);
  await pass(30);
  await endAssignment(portal, device.serial);
  await assignDevice(portal, device.serial, installer, other);
  await pass(30);
  await device.say('location', { lat: 2, lng: 10, ts: portal.clock.now().getTime() });
  await pass(30);
  await endAssignment(portal, device.serial);
  await pass(30);
  expect(await latsOf(former, id)).toEqual([1]);
  await assignDevice(portal, device.serial, installer, former);
  await pass(30);
  expect(await latsOf(former, id)).toEqual([1]);
  await device.say('location', { lat: 3, lng: 10, ts: portal.clock.now().getTime() });
  await pass(30);
  expect(await latsOf(former, id)).toEqual([3, 1]);
});

test('a late press and a late answer bring no position of an earlier user into the incident [PANIC-03] [PANIC-07]', async () => {
  const device = await deviceOf(await portal.person());
  const early = portal.clock.now().getTime() + 1_000;
  await pass(300);
  await endAssignment(portal, device.serial);
  const next = await portal.person({ premium: true });
  await assignDevice(portal, device.serial, installer, next);
  await pass(1);
  await press(device, { ts: early, lat: 1, lng: 10 });
  const { id, positions } = await incidentOf(next);
  expect(positions).toEqual([]);
  await pass(0);
  const [command] = await eventually(
    () => device.commands(),
    (all) => all.length > 0,
  );
  const location = { latitude: 2, longitude: 10, timestamp: early / 1_000 };
  await device.answer(command!, { success: true, location });
  const later = { latitude: 3, longitude: 10 };
  await pass(30);
  await eventually(
    () => device.commands(),
    (all) => all.length > 1,
  );
  await device.answer(device.commands()[1]!, { success: true, location: later });
  const found = await eventually(
    () => read(next, id),
    (incident) => incident.positions!.length > 0,
  );
  expect(found.positions!.map(({ lat }) => lat)).toEqual([3]);
});

test('the answer of a device whose clock was never set brings a position into the incident [PANIC-03]', async () => {
  const user = await portal.person();
  const device = await deviceOf(user);
  await press(device);
  const { id } = await incidentOf(user);
  await pass(0);
  const [command] = await eventually(
    () => device.commands(),
    (all) => all.length > 0,
  );
  const location = { latitude: 4, longitude: 10, timestamp: Date.UTC(1980, 0, 6) / 1_000 };
  await device.answer(command!, { success: true, location });
  const found = await eventually(
    () => latsOf(user, id),
    (lats) => lats.length > 0,
  );
  expect(found).toEqual([4]);
});

test('the history of commands does not betray that a silent alarm asks for positions [PANIC-03]', async () => {
  const user = await portal.person({ premium: true });
  const device = await deviceOf(user);
  const { serial } = device;
  await press(device);
  const { id } = await incidentOf(user);
  await pass(0);
  const [command] = await eventually(
    () => device.commands(),
    (all) => all.length > 0,
  );
  const timestamp = portal.clock.now().getTime() / 1_000;
  await device.answer(command!, { success: true, location: { latitude: 1, longitude: 10, timestamp } });
  await eventually(
    () => latsOf(user, id),
    (lats) => lats.length > 0,
  );
  for (const reader of [user, installer]) {
    expect((await reader.api.call(listDeviceCommands, { params: { serial }, query: { limit: 20 } })).commands).toEqual(
      [],
    );
    expect((await reader.api.call(listDeviceResponses, { params: { serial } })).responses).toEqual([]);
  }
});

test('a device whose user is gone is asked for its position after a press [PANIC-03] [PANIC-09]', async () => {
  const alone = await portal.person({ role: 'installer' });
  const device = await deviceOf(await portal.person(), alone);
  await pass(1);
  await endAssignment(portal, device.serial);
  await press(device);
  const { id } = await incidentOf(alone);
  await pass(0);
  expect((await read(alone, id)).steps.map(({ kind }) => kind)).toContain('position_requested');
});

/** An incident whose device was asked for its position for as long as a first press asks. */
async function oldIncident(meanwhile: (device: HandDevice) => Promise<unknown> = async () => {}) {
  const user = await portal.person({ premium: true });
  const device = await deviceOf(user);
  await press(device, { lat: 1, lng: 10 });
  const { id } = await incidentOf(user);
  for (let minutes = 0; minutes < 36; minutes += 9) {
    await pass(540);
    await meanwhile(device);
    // Keeps the session.
    await read(user, id);
  }
  return { user, device, id };
}

/** Reports another position, and waits until the device is asked again. Returns the positions of the incident. */
async function latsAfterReport({ user, device, id }: Awaited<ReturnType<typeof oldIncident>>): Promise<number[]> {
  const before = device.commands().length;
  await device.say('location', { lat: 2, lng: 10, ts: portal.clock.now().getTime() });
  await pass(30);
  await eventually(
    () => device.commands(),
    ({ length }) => length > before,
  );
  return latsOf(user, id);
}

test('an incident whose button is pressed for more than half an hour goes on getting positions [PANIC-03]', async () => {
  const incident = await oldIncident(press);
  expect(await latsAfterReport(incident)).toContain(2);
  expect((await read(incident.user, incident.id)).presses).toBe(5);
});

test('an incident that is given back after half an hour gets positions again [PANIC-03] [PANIC-04]', async () => {
  const incident = await oldIncident();
  const params = { id: incident.id };
  await incident.user.api.call(takeIncident, { params });
  await incident.user.api.call(releaseIncident, { params });
  expect(await latsAfterReport(incident)).toContain(2);
});

test('the tracker that replaces another during an incident brings its positions [PANIC-03] [IDEV-10]', async () => {
  const user = await portal.person({ premium: true });
  const owner = await portal.person({ role: 'installer' });
  const old = await deviceOf(user, owner);
  await press(old, { lat: 1, lng: 10 });
  const { id } = await incidentOf(user);
  const next = await connectByHand(portal);
  devices.push(next);
  await pass(10);
  await owner.api.call(replaceDevice, {
    params: { serial: old.serial },
    body: { newSerialNumber: next.serial, claimCode: null },
  });
  await next.listen();
  await pass(30);
  const [command] = await eventually(
    () => next.commands(),
    ({ length }) => length > 0,
  );
  await next.answer(command!, { success: true, location: { latitude: 2, longitude: 10 } });
  const lats = await eventually(
    () => latsOf(user, id),
    ({ length }) => length > 1,
  );
  expect(lats).toEqual([2, 1]);
});

test('a position is requested while a replacement holds the device [PANIC-03] [IDEV-10]', async () => {
  const user = await portal.person({ premium: true });
  const device = await deviceOf(user);
  await press(device);
  await incidentOf(user);
  await pass(0);
  const requests = (least: number) =>
    eventually(
      () => device.commands(),
      ({ length }) => length >= least,
    );
  const { length } = await requests(1);
  const held = await hold(
    portal,
    sql`select hold_devices(array(select id from device where serial = ${device.serial}))`,
  );
  await pass(30);
  expect((await requests(length + 1)).length).toBeGreaterThan(length);
  await held.release();
});
