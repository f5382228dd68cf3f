import { listOwnPings, pingDevice } from '@trace/contract/ping/ping.api';
import { listLastPlaces } from '@trace/contract/tracking/tracking.places.api';
import type { Tracker } from '@trace/simulator/device/tracker';
import { standingAt } from '@trace/simulator/routes/route';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice, endAssignment, endPremium } from '#testing/followed-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice, connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
const trackers: Tracker[] = [];

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(async () => {
  await Promise.all(trackers.map((tracker) => tracker.stop()));
  await portal.stop();
});

const placesOf = async ({ api }: SignedIn) => (await api.call(listLastPlaces, {})).places;
const pingsOf = async ({ api }: SignedIn) => (await api.call(listOwnPings, {})).locations;
const ping = (person: SignedIn, serial: string) =>
  person.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } });

async function trackerAt(lat: number, lng: number, user: SignedIn): Promise<string> {
  const tracker = await connectTracker(portal, { route: standingAt(lat, lng) });
  trackers.push(tracker);
  await registerDevice(portal, tracker.serial, installer, user);
  return tracker.serial;
}

test('premium shows the newest reported position of every device [UDASH-11]', async () => {
  const user = await portal.person({ premium: true });
  const [ute, boat] = [await assignedDevice(portal, installer, user), await assignedDevice(portal, installer, user)];
  await ute.say('location', { lat: 60.1, lng: 24.9 });
  await boat.say('location', { lat: 60.2, lng: 24.8 });
  await portal.clock.advance(10_000);
  const at = portal.clock.now().toISOString();
  await ute.say('location', { lat: 60.15, lng: 24.95, speed: 12 });
  expect(await placesOf(user)).toMatchObject(
    [
      { serialNumber: boat.serial, lat: 60.2, source: 'live_gps' },
      { serialNumber: ute.serial, lat: 60.15, lng: 24.95, at, source: 'live_gps' },
    ].toSorted(bySerial),
  );
  ute.cut();
  boat.cut();
});

test('the free plan shows the newest ping and no reported position [UDASH-11] [LIVE-07]', async () => {
  const user = await portal.person();
  const reporting = await assignedDevice(portal, installer, user);
  await reporting.say('location', { lat: 60.1, lng: 24.9 });
  const pinged = await trackerAt(60.17, 24.94, user);
  await ping(user, pinged);
  expect(await placesOf(user)).toMatchObject([{ serialNumber: pinged, lat: 60.17, lng: 24.94, source: 'ping' }]);
  reporting.cut();
});

test('reported positions disappear when premium ends [UDASH-11] [LIVE-07]', async () => {
  const user = await portal.person({ premium: true });
  const device = await assignedDevice(portal, installer, user);
  await device.say('location', { lat: 60.1, lng: 24.9 });
  expect(await placesOf(user)).toHaveLength(1);
  await endPremium(portal, user);
  expect(await placesOf(user)).toEqual([]);
  device.cut();
});

test('only the current user sees places, from the assignment on [UDASH-11] [GUARD-07]', async () => {
  const [former, current] = [await portal.person({ premium: true }), await portal.person({ premium: true })];
  const device = await assignedDevice(portal, installer, former);
  await device.say('location', { lat: 1, lng: 10 });
  const pinged = await trackerAt(60.17, 24.94, former);
  await ping(former, pinged);
  await portal.clock.advance(60_000);
  for (const serial of [device.serial, pinged]) {
    await endAssignment(portal, serial);
    await assignDevice(portal, serial, installer, current);
  }
  for (const person of [former, current, installer]) {
    expect(await placesOf(person)).toEqual([]);
    expect(await pingsOf(person)).toEqual([]);
  }
  device.cut();
});

test('the ping history of a person holds the newest 50 pings of all devices, each with its device [PING-11]', async () => {
  const user = await portal.person({ premium: true });
  const [one, other] = [await trackerAt(60.17, 24.94, user), await trackerAt(60.18, 24.95, user)];
  for (let nth = 0; nth < 52; nth += 1) {
    await ping(user, nth % 2 === 0 ? one : other);
    portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
  }
  const locations = await pingsOf(user);
  expect(locations).toHaveLength(50);
  expect(locations.slice(0, 3).map(({ serialNumber }) => serialNumber)).toEqual([other, one, other]);
  expect(locations[0]).toMatchObject({ deviceName: 'Work ute', lat: 60.18, lng: 24.95 });
});

const bySerial = (one: { serialNumber: string }, other: { serialNumber: string }): number =>
  one.serialNumber < other.serialNumber ? -1 : 1;
