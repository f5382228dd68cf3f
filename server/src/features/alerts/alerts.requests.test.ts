import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { choose, quietAround, startAlertsWorld, watchedDevice, type AlertsWorld } from '#testing/worlds/alerts-world';
import { ask } from '#testing/worlds/location-access-world';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

test.each([
  { nickname: 'Work ute', device: 'Work ute' },
  { nickname: null, device: 'one of your devices' },
])('a location request is pushed to its user, about $device without a serial number [LOCREQ-02]', async (of) => {
  const { user, device, serial } = await watchedDevice(world, of);
  const browser = await world.subscribe(user);
  await ask(world.installer, serial);
  const [pushed] = await eventually(
    () => browser.received,
    (all) => all.length === 1,
  );
  expect(pushed!.message).toMatchObject({
    ...{ title: 'Location request', body: `Someone wants to see the location of ${of.device}.`, url: '/user' },
  });
  expect(JSON.stringify(pushed)).not.toContain(serial);
  device.cut();
});

test('a location request is not pushed in quiet hours [LOCREQ-02] [ALRT-01]', async () => {
  const { user, device, serial } = await watchedDevice(world);
  const browser = await world.subscribe(user);
  await choose(user, quietAround(world.portal, 60));
  await ask(world.installer, serial);
  await world.finishJobs();
  expect(browser.tries()).toBe(0);
  device.cut();
});
