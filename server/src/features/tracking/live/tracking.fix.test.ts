import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { listFixes } from '@trace/contract/tracking/tracking.fix.api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const fixesOf = async ({ api }: SignedIn) => (await api.call(listFixes, {})).fixes;
const nowText = () => portal.clock.now().toISOString();

test('the free plan shows when devices last had a fix, without a place [SUB-06]', async () => {
  const user = await portal.person({});
  expect((await user.api.call(getSubscription, {})).subscribed).toBe(false);
  const device = await assignedDevice(portal, installer, user);
  expect(await fixesOf(user)).toEqual([{ serialNumber: device.serial, fixAt: null }]);
  const at = nowText();
  await device.say('location', { lat: 1, lng: 10 });
  expect(await fixesOf(user)).toEqual([{ serialNumber: device.serial, fixAt: at }]);
  device.cut();
});

test('only the current user sees fixes of a device, from the own assignment on [SUB-06] [GUARD-07]', async () => {
  const former = await portal.person({});
  const current = await portal.person({});
  const device = await assignedDevice(portal, installer, former);
  await device.say('location', { lat: 1, lng: 10 });
  await portal.clock.advance(60_000);
  await endAssignment(portal, device.serial);
  await assignDevice(portal, device.serial, installer, current);
  expect(await fixesOf(former)).toEqual([]);
  expect(await fixesOf(current)).toEqual([{ serialNumber: device.serial, fixAt: null }]);
  expect(await fixesOf(installer)).toEqual([]);
  device.cut();
});
