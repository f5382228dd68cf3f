import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { placesTexts } from '@trace/contract/tracking/tracking.places.texts';
import { get } from 'idb-keyval';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { lastStateStore } from '#lib/offline/browser-stores.ts';
import { comeBack } from '#lib/offline/offline.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, aPing, aPosition, premium } from '#testing/fake-server/fake-server-world.ts';
import { aPlace } from '#testing/fake-server/devices/fake-server-places.ts';

type Portal = Awaited<ReturnType<typeof openPortal>>;

/** A single device stands in the middle of its map. */
const oneDevice = {
  subscription: premium,
  devices: [aDevice('Trace_4F21', 'Work ute')],
  statuses: [aStatus('Trace_4F21', { batteryPct: 14 })],
  places: [aPlace('Trace_4F21', 0, -33.84, 151.21, 8)],
};

/** Returns the frame of the map, with its popups. */
async function drawnMap({ screen }: Portal): Promise<HTMLElement> {
  const map = screen.getByRole('region', { name: 'Map of your devices' });
  await expect.element(map).toBeVisible();
  const frame = map.element().closest<HTMLElement>('[data-theme]')!;
  await expect.poll(() => frame.hasAttribute('data-ready'), { timeout: 15_000 }).toBe(true);
  return frame;
}

test('the map comes first on the dashboard, and a tap on a device opens its card [UDASH-11] [UDASH-12]', async () => {
  // The fix of the ping is older than the position, although the answer is newer.
  const pings = [aPing(0, -33.9, 151.3, { fixAt: ago(60) })];
  const places = [aPlace('Trace_4F21', 1, -33.84, 151.21, 8)];
  const portal = await openPortal('/user', { world: { ...oneDevice, places, pings } });
  const { screen, server } = portal;
  const map = await drawnMap(portal);
  const panel = screen.getByRole('tabpanel').element();
  expect(panel.querySelector('section')?.contains(map)).toBe(true);
  const { width, height } = map.getBoundingClientRect();
  await page.elementLocator(map).click({ position: { x: width / 2, y: height / 2 } });
  const card = page.elementLocator(map);
  await expect.element(card.getByText('Online')).toBeVisible();
  await expect.element(card.getByText('Battery low, 14%')).toBeVisible();
  await expect.element(card.getByText(/^Position /)).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Directions to Work ute' }))
    .toHaveAttribute('href', expect.stringContaining('-33.840000,151.210000'));
  await card.getByRole('button', { name: 'Ping Work ute' }).click();
  await expect.poll(() => server.calls(pingDevice)).toHaveLength(1);
  await card.getByRole('button', { name: 'Follow Work ute live' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('the card of a device stays open and follows a pushed position [UDASH-11]', async () => {
  const portal = await openPortal('/user', { world: oneDevice });
  const map = await drawnMap(portal);
  const { width, height } = map.getBoundingClientRect();
  const card = page.elementLocator(map);
  await card.click({ position: { x: width / 2, y: height / 2 } });
  await expect.element(card.getByText('-33.840000, 151.210000')).toBeVisible();
  await expect.poll(() => portal.server.stream.isOpen()).toBe(true);
  portal.server.stream.push(positionEvent, aPosition('p1', { lat: -33.8405, lng: 151.2105, at: Date.now() + 1_000 }));
  await expect.element(card.getByText('-33.840500, 151.210500')).toBeVisible();
});

test('the device that needs attention is chosen first, and the order stays while devices change [UDASH-11]', async () => {
  const error = { status: 'error', lastError: 'SIM: APN not set' } as const;
  const { screen, server } = await openPortal('/user', {
    world: {
      devices: [aDevice('Trace_1', 'Anchor'), aDevice('Trace_2', 'Van'), aDevice('Trace_3', 'Yacht')],
      statuses: [aStatus('Trace_1', { batteryPct: 8 }), aStatus('Trace_2'), aStatus('Trace_3', error)],
      places: [],
    },
  });
  await expect.element(screen.getByRole('radio', { name: /Anchor/ })).toBeChecked();
  // The order is decided again when the places have arrived.
  await expect.element(screen.getByText(/^No position yet/)).toBeVisible();
  const names = () =>
    screen
      .getByRole('radio')
      .elements()
      .map((radio) => /Anchor|Van|Yacht/.exec(radio.parentElement!.textContent)?.[0]);
  expect(names()).toEqual(['Anchor', 'Yacht', 'Van']);
  await expect.element(screen.getByText('SIM: APN not set')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(deviceStatusEvent, aStatus('Trace_2', { ...error, lastError: 'GPS: no antenna' }));
  await expect.element(screen.getByText('GPS: no antenna')).toBeVisible();
  expect(names()).toEqual(['Anchor', 'Yacht', 'Van']);
});

test.each([320, 390, 1_440])(
  'the battery stands on every card at %i px, a low one in words and amber, an empty one in red [UDASH-12]',
  async (width) => {
    await page.viewport(width, 844);
    onTestFinished(() => page.viewport(1_440, 900));
    const levels = { Trace_1: 82, Trace_2: 19, Trace_3: 9 };
    const shown = ['Battery 82%', 'Battery low, 19%', 'Battery very low, 9%'];
    const asleep = { status: 'sleeping', sleepModeActive: true, sleepModeEnabled: true, lastSeen: ago(38) } as const;
    const { screen } = await openPortal('/user', {
      world: {
        devices: Object.keys(levels).map((serial) => aDevice(serial, `Device ${serial}`)),
        statuses: Object.entries(levels).map(([serial, batteryPct]) => aStatus(serial, { ...asleep, batteryPct })),
      },
    });
    const cards = screen.getByRole('radiogroup', { name: 'My Devices' });
    const colours = new Set<string>();
    for (const words of shown) {
      const battery = cards.getByText(words);
      await expect.element(battery).toBeVisible();
      colours.add(getComputedStyle(battery.element()).color);
    }
    expect(colours.size).toBe(3);
  },
);

test('a device without a position is named below the map, and no position at all says what will appear [UDASH-11]', async () => {
  const { screen } = await openPortal('/user', {
    world: { places: [aPlace('Trace_4F21', 0, -33.84, 151.21)], pings: [] },
  });
  await expect.element(screen.getByText('No position yet: Caravan, Boat.')).toBeVisible();
  const empty = await openPortal('/user', { world: { places: [], pings: [], subscription: premium } });
  await expect
    .element(empty.screen.getByText('No positions yet. Each device appears here as soon as it reports its position.'))
    .toBeVisible();
});

test('the ping history holds one list of all devices and can be narrowed to one device [PING-11]', async () => {
  const pings = [
    aPing(2, -33.84, 151.21),
    aPing(5, -33.85, 151.23, { serialNumber: 'Trace_4F6E', deviceName: 'Boat' }),
  ];
  const { screen } = await openPortal('/user', { world: { pings } });
  const list = screen.getByRole('list', { name: 'Ping History' });
  await expect.element(list.getByText('Work ute Trace_4F21')).toBeVisible();
  await expect.element(list.getByText('Boat Trace_4F6E')).toBeVisible();
  const filter = screen.getByRole('combobox', { name: 'Show pings of' });
  await filter.selectOptions('Boat');
  await expect.element(screen.getByText('1 record')).toBeVisible();
  await expect.element(list.getByText('Work ute Trace_4F21')).not.toBeInTheDocument();
  await filter.selectOptions('All devices');
  await expect.element(screen.getByText('2 records')).toBeVisible();
});

test('the positions of a removed device leave the open page, and do not return with the device [PING-11] [LOCREQ-03]', async () => {
  const ute = aDevice('Trace_4F21', 'Work ute');
  const boat = aDevice('Trace_4F6E', 'Boat');
  const ofUte = { pings: [aPing(5, -33.84, 151.21)], places: [aPlace('Trace_4F21', 1, -33.84, 151.21)] };
  const { screen, server, world } = await openPortal('/user', {
    world: {
      subscription: premium,
      devices: [ute, boat],
      pings: [aPing(2, -33.85, 151.23, { serialNumber: 'Trace_4F6E', deviceName: 'Boat' }), ...ofUte.pings],
      places: [aPlace('Trace_4F6E', 1, -33.85, 151.23), ...ofUte.places],
    },
  });
  const list = screen.getByRole('list', { name: 'Ping History' });
  await expect.element(list.getByText('Boat Trace_4F6E')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  Object.assign(world, ofUte, { devices: [ute] });
  server.stream.push(devicesChangedEvent, {}, '1');
  await expect.element(list.getByText('Boat Trace_4F6E')).not.toBeInTheDocument();
  await expect.element(list.getByText('Work ute Trace_4F21')).toBeVisible();

  world.devices = [ute, boat];
  server.stream.push(devicesChangedEvent, {}, '2');
  await expect.element(screen.getByText('No position yet: Boat.')).toBeVisible();
});

test('reported positions appear on the open map when premium begins [UDASH-11] [SUB-06]', async () => {
  const places = [aPlace('Trace_4F21', 0, -33.84, 151.21)];
  const { screen, server, world } = await openPortal('/user', { world: { places, pings: [] } });
  await expect.element(screen.getByText('No position yet: Caravan, Boat.')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.places = [...places, aPlace('Trace_4D18', 2_900, -33.798, 151.288)];
  world.subscription = premium;
  server.stream.push(subscriptionEvent, premium, '1');
  // Shorter than the time until a silent stream reopens, which would fetch all data again.
  await expect.element(screen.getByText('No position yet: Boat.'), { timeout: 5_000 }).toBeVisible();
});

test('a reload without a network says what the map said before, when no device has a position [UDASH-11] [PWA-02]', async () => {
  onTestFinished(() => void comeBack());
  const world = { places: [], pings: [], subscription: premium };
  const visited = await openPortal('/user', { world });
  await expect.element(visited.screen.getByText(placesTexts.none)).toBeVisible();
  await expect.poll(async () => JSON.stringify(await get('last-state', lastStateStore))).toContain('"last-places"');
  await visited.screen.unmount();
  const { screen } = await openPortal('/user', { world, isReload: true, isReachable: false });
  await expect.element(screen.getByText(placesTexts.none)).toBeVisible();
  await expect.element(screen.getByText(/Everything here is the last known state/)).toBeVisible();
  expect(screen.getByText(placesTexts.loadFailed).elements()).toEqual([]);
});
