import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { cancelPing, pingDevice } from '@trace/contract/ping/ping.api';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { gapEvent } from '@trace/contract/kernel/stream';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aStatus } from '#testing/fake-server/fake-server-status.ts';
import { aDevice, aPath, aPosition, free, premium, type World } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const liveMarker = () => document.querySelector<HTMLElement>('[data-live-id="Trace_4F21"]');
// A map renders slowly without a graphics card, so the test uses a small viewport.
beforeEach(() => page.viewport(800, 700));

const MAP_WAIT = { timeout: 20_000 };

/** The Live Tracking tab of a premium user, with the work ute chosen. */
async function openLive(world: Partial<World> = {}, clockAheadMs = 0) {
  const portal = await openPortal('/user?tab=live', { world: { subscription: premium, ...world }, clockAheadMs });
  const { screen, server } = portal;
  await screen.getByRole('combobox', { name: 'Select a device to track' }).click();
  await screen.getByRole('option', { name: 'Work ute · Trace_4F21', exact: false }).click();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  return portal;
}

/** The same, tracking. */
async function track(world: Partial<World> = {}, clockAheadMs = 0) {
  const portal = await openLive(world, clockAheadMs);
  await portal.screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(portal.screen.getByRole('button', { name: 'Stop Tracking' })).toBeVisible();
  return portal;
}

test('the panel follows a device and stops [LIVE-01] [LIVE-03]', async () => {
  const { screen, server } = await track();
  await expect.element(screen.getByText('LIVE', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Live tracking active for Work ute')).toBeVisible();
  await expect.element(screen.getByText('Updates every 10 seconds')).toBeVisible();
  await expect.element(screen.getByText('Live Tracking Active')).toBeVisible();
  await expect.element(screen.getByText(/Last seen/)).toBeVisible();
  await screen.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
  const [started] = server.calls(startLive);
  const [stopped] = server.calls(stopLive);
  const { viewerId } = (started?.body ?? {}) as { viewerId?: string };
  expect(viewerId).toBeDefined();
  expect(stopped?.params).toEqual({ serial: 'Trace_4F21', viewerId });
});

test('the start button is disabled with the reason while no device is chosen [LIVE-02]', async () => {
  const { screen } = await openPortal('/user?tab=live', { world: { subscription: premium, statuses: [] } });
  const start = screen.getByRole('button', { name: 'Start Live Tracking' });
  await expect.element(start).toBeDisabled();
  await expect.element(start).toHaveAccessibleDescription('No Device Selected Choose a device first.');
  await expect.element(screen.getByText('No Device Selected')).toBeVisible();
  await expect.element(screen.getByText('Choose a device and start live tracking.')).toBeVisible();
  expect(document.querySelector('canvas')).toBeNull();
});

const silent = { outcome: 'failed' as const, message: null };

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

test('a sleeping device is not called offline, and is asked for its position when it wakes [LIVE-02] [LIVE-12] [STAT-01]', async () => {
  const wake = { expectedAt: inMinutes(5), endsAt: inMinutes(10) };
  const statuses = [aStatus('Trace_4F6E', { status: 'sleeping', connectivity: false, expectedAt: wake.expectedAt })];
  const { screen, server } = await openPortal('/user?tab=live&device=Trace_4F6E', {
    world: { subscription: premium, statuses },
  });
  server.on(startLive, () => silent);
  server.on(pingDevice, ({ body }) => ({ outcome: 'waiting' as const, id: body.id, charged: false as const, ...wake }));
  server.on(cancelPing, ({ params }) => ({ outcome: 'cancelled' as const, id: params.id, charged: false as const }));
  await expect.element(screen.getByText(/^Boat is asleep\. .* until it wakes, expected at \d/)).toBeVisible();
  const panel = screen.getByRole('region', { name: 'Live Device Tracking' });
  await expect.element(panel.getByText('Sleeping', { exact: true })).toBeVisible();
  expect(panel.getByText(/offline/i).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live GPS Failed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Ask when it wakes' }).click();
  await expect.element(screen.getByText('Waiting for the device to wake')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel ping of Boat' }).click();
  await expect.element(screen.getByRole('button', { name: 'Ask when it wakes' })).toBeVisible();
  // Tab moves from the place of the pressed button to the button.
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Ask when it wakes' })).toHaveFocus();
});

test('the start checks the status first and shows the result [LIVE-02]', async () => {
  const { screen, server } = await track();
  await expect.element(screen.getByText('Work ute is online and ready for live tracking')).toBeVisible();
  expect(server.calls(deviceStatusFunction)).toHaveLength(1);
});

test.each([
  [null, 'Could not enable live GPS mode on the device'],
  ['GPS module is off', 'GPS module is off'],
])('a device that fails with %j cancels the start [LIVE-02]', async (message, shown) => {
  const { screen, server } = await openLive();
  server.on(startLive, () => ({ outcome: 'failed' as const, message }));
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live GPS Failed')).toBeVisible();
  await expect.element(screen.getByText(shown)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
});

test('a pushed position moves the marker, and a missing fix shows a message without moving the marker [LIVE-04] [LIVE-05]', async () => {
  const { screen, server } = await track();
  await expect.element(screen.getByText('Waiting for a GPS fix')).toBeVisible();
  server.stream.push(positionEvent, aPosition('a', { lat: -33.86, lng: 151.2 }));
  await expect.poll(() => liveMarker()?.dataset['lat'], MAP_WAIT).toBe('-33.860000');
  expect(screen.getByText('Waiting for a GPS fix').elements()).toEqual([]);
  server.stream.push(positionEvent, aPosition('b', { lat: -33.87, lng: 151.21 }));
  await expect.element(screen.getByText('-33.870000, 151.210000')).toBeVisible();
  await expect.poll(() => liveMarker()?.dataset['lat'], MAP_WAIT).toBe('-33.870000');
  server.stream.push(positionEvent, aPosition('c', { fix: false, lat: null, lng: null }));
  await expect.element(screen.getByText('Waiting for a GPS fix')).toBeVisible();
  expect(liveMarker()?.dataset['lat']).toBe('-33.870000');
});

test('the dialog shows the device, its mark and the last GPS time, and closing stops tracking [LIVE-06]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4F21', {
    world: { subscription: premium, places: [], pings: [] },
  });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const opener = screen.getByRole('button', { name: 'Open Live View' });
  await opener.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Work ute Trace_4F21' })).toBeVisible();
  await expect.element(dialog.getByText('Last GPS update: –')).toBeVisible();
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  server.stream.push(positionEvent, aPosition('a'));
  await expect.element(dialog.getByText(/Last GPS update: just now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close live view' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => server.calls(stopLive).length).toBe(1);
  await expect.element(opener).toHaveFocus();
});

test("the dialog shows 'Loading live map...' while the request to the device is pending [LIVE-06]", async () => {
  const { screen, server } = await openPortal('/user', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Loading live map...').first()).toBeVisible();
});

test('the path has every position exactly once after a lost connection [LIVE-09] [PATH-01]', async () => {
  const { screen, server, world } = await track({ path: { ...aPath(), at: [], lat: [], lng: [], pings: [] } });
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
  const stored = [30, 20].map(minutesAgo);
  world.path = { ...aPath(), at: stored, lat: [-34, -33.9], lng: [151, 151.1], pings: [0, 1] };
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const points = screen.getByRole('list', { name: 'Path of the last 24 hours' }).getByRole('listitem');
  await expect.poll(() => points.elements().length).toBe(2);
  const arrive = (id: string, minutes: number) =>
    aPosition(id, { lat: -33.8 - minutes / 100, at: minutesAgo(minutes) });
  const seen = arrive('a', 5);
  server.stream.push(positionEvent, seen);
  await expect.poll(() => points.elements().length).toBe(3);
  server.stream.setOpenable(false);
  server.stream.drop();
  const last = arrive('c', 3);
  world.positions = [seen, arrive('b', 4), last];
  const failsOnce = vi.fn().mockImplementationOnce(() => refuse('unavailable'));
  server.on(listPositions, () => failsOnce() ?? { positions: world.positions, complete: true, asOf: Date.now() });
  server.stream.setOpenable(true);
  await expect.poll(() => points.elements().length, { timeout: 10_000 }).toBe(5);
  server.stream.push(positionEvent, last);
  server.stream.push(positionEvent, arrive('d', 1));
  await expect.poll(() => points.elements().length).toBe(6);
  expect(Number(server.calls(listPositions).at(-1)?.query['receivedSince'])).toBe(seen.receivedAt - 60_000);
});

test('the page requests the missed positions after a gap event [LIVE-09]', async () => {
  const { screen, server, world } = await track();
  world.positions = [aPosition('a', { lat: -33.85, lng: 151.22 })];
  server.stream.push(gapEvent, {});
  await expect.element(screen.getByText('-33.850000, 151.220000')).toBeVisible();
});

test('the path stays complete after tracking stops [LIVE-09] [PATH-01]', async () => {
  const { screen, server, world } = await track();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const end = screen
    .getByRole('list', { name: 'Path of the last 24 hours' })
    .getByText(/^End,.*-33\.800000, 151\.100000/);
  const at = Date.now();
  server.stream.push(positionEvent, aPosition('a', { at, lat: -33.8, lng: 151.1 }));
  await expect.element(end).toBeInTheDocument();
  const { at: times, lat, lng, ...path } = aPath();
  world.path = { ...path, at: [...times, at], lat: [...lat, -33.8], lng: [...lng, 151.1] };
  await screen.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
  await expect.poll(() => server.calls(getPath).length).toBe(2);
  await expect.element(end).toBeInTheDocument();
});

test("the tab polls every 3 s without push, at first for the last 30 s of the server's clock [LIVE-11]", async () => {
  const clockAheadMs = -2 * HOUR_MS;
  const { screen, server, world } = await track({}, clockAheadMs);
  const startedAt = Date.now() + clockAheadMs;
  world.positions = [aPosition('a', { lat: -33.85, lng: 151.22, receivedAt: startedAt })];
  server.stream.setOpenable(false);
  server.stream.drop();
  await expect.element(screen.getByText('-33.850000, 151.220000'), { timeout: 15_000 }).toBeVisible();
  const asked = server.calls(listPositions).length;
  await expect.poll(() => server.calls(listPositions).length, { timeout: 5_000 }).toBeGreaterThan(asked);
  const [first, second] = server.calls(listPositions).map(({ query }) => Number(query['receivedSince']));
  expect(first).toBeLessThanOrEqual(startedAt - 30_000 + 5_000);
  expect(first).toBeGreaterThanOrEqual(startedAt - 30_000 - 15_000);
  expect(second).toBeGreaterThan(first ?? 0);
});

test('leaving the tab stops tracking, and a refused renewal ends the view [LIVE-03]', async () => {
  const { screen, server } = await track();
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expect.poll(() => server.calls(stopLive).length).toBe(1);
  server.on(renewLive, () => refuse('premium_required', 'This needs a premium subscription.'));
  await screen.getByRole('tab', { name: 'Live Tracking' }).click();
  await screen.getByRole('combobox', { name: 'Select a device to track' }).click();
  await screen.getByRole('option', { name: 'Work ute · Trace_4F21', exact: false }).click();
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByRole('button', { name: 'Stop Tracking' })).toBeVisible();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('Live tracking ended')).toBeVisible();
  await expect.element(screen.getByText('This needs a premium subscription.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a closed page releases its lease [LIVE-03]', async () => {
  const { server } = await track();
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.poll(() => server.calls(stopLive).length).toBe(1);
});

test('the switch draws the path with start, end, ten markers and the pause, and the history is below [PATH-01] [PATH-03]', async () => {
  const { screen } = await openLive();
  await expect.element(screen.getByRole('button', { name: 'Show history' })).toBeVisible();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const items = screen.getByRole('list', { name: 'Path of the last 24 hours' }).getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(11);
  const words = items.elements().map((item) => item.textContent ?? '');
  expect(words[0]).toMatch(/^Start, /);
  expect(words.at(-1)).toMatch(/^End, .*-33\.862000, 151\.209300$/);
  expect(words).toContain('50 min without a position');
});

test('the legend explains the path, and its slider says the time of each point on the map [PATH-04]', async () => {
  const { screen } = await openLive();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const legend = screen.getByRole('region', { name: 'Map legend' });
  await expect.element(legend).toBeVisible();
  const meanings = legend
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  const marks = ['Start', 'End', 'Ping', 'Live position', 'Direction of travel', 'No position for over 30 minutes'];
  expect(meanings).toEqual(marks);
  const slider = legend.getByRole('slider', { name: 'Point on the path' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  const words = slider.element().getAttribute('aria-valuetext') ?? '';
  expect(words).toMatch(/\d:\d\d:\d\d/);
  const bubble = screen.getByText(words);
  await expect.element(bubble, MAP_WAIT).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.poll(() => bubble.elements()).toEqual([]);
});

test('an empty path of 24 hours shows a message and turns the switch off [PATH-02]', async () => {
  const { screen } = await openLive({ path: { ...aPath(), at: [], lat: [], lng: [], pings: [] } });
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  await expect.element(screen.getByText('No Path Data')).toBeVisible();
  await expect.element(screen.getByText('No location data found for Trace_4F21 in the last 24 hours')).toBeVisible();
  await expect.element(screen.getByRole('switch', { name: 'Show 24-hour path' })).not.toBeChecked();
});

test('a failed load of the path shows a message [PATH-02]', async () => {
  const { screen, server } = await openLive();
  server.on(getPath, () => refuse('not_found'));
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  await expect.element(screen.getByText('Path Load Error')).toBeVisible();
  await expect.element(screen.getByText('Could not load device path data')).toBeVisible();
});

test('a dialog that cannot start says why, shows the last known place with its age, and tries again [LIVE-12]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4D18', { world: { subscription: premium } });
  server.on(startLive, () => silent);
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  const reason = dialog.getByRole('alert');
  await expect.element(reason.getByText('Could not enable live GPS mode on the device')).toBeVisible();
  await expect.element(dialog.getByText('Last GPS update: 2 days ago')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Live position of Caravan' })).toBeVisible();
  server.on(startLive, () => ({ outcome: 'tracking' as const, wasOn: false, intervalMs: 10_000 }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  expect(reason.elements()).toEqual([]);
});

test('a plan that ends closes live tracking with the reason and the last known place [LIVE-12]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  server.stream.push(subscriptionEvent, free, '1');
  await expect.element(dialog.getByRole('alert').getByText(subscriptionTexts.premiumRequired)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  await expect.element(dialog.getByRole('region', { name: 'Live position of Work ute' })).toBeVisible();
});

test('a device without a known place has words in place of a map of somewhere else [LIVE-12]', async () => {
  const { screen } = await openPortal('/user?tab=live&device=Trace_4F21', {
    world: { subscription: premium, places: [], pings: [] },
  });
  await expect.element(screen.getByText('Work ute has not reported a position yet.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Live position of Work ute' }).elements()).toEqual([]);
});

test('the only device is chosen in the Live Tracking tab [LIVE-12]', async () => {
  const devices = [aDevice('Trace_4F21', 'Work ute')];
  const { screen } = await openPortal('/user?tab=live', { world: { subscription: premium, devices } });
  const select = screen.getByRole('combobox', { name: 'Select a device to track' });
  await expect.element(select).toHaveValue('Work ute · Trace_4F21');
  await expect.element(screen.getByText(/^Last GPS update/)).toBeVisible();
});

test('the state lies on the map, and on a phone the button is at the bottom edge [LIVE-01] [LIVE-04]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await track();
  server.stream.push(positionEvent, aPosition('a'));
  const map = page.elementLocator(document.querySelector('[data-view="panel"]')!);
  await expect.element(map.getByText('LIVE', { exact: true })).toBeVisible();
  await expect.element(map.getByText(/^Last GPS update: /)).toBeVisible();
  await expect.element(map.getByText('29 km/h, heading north-east (40°)')).toBeVisible();
  await expect.element(map.getByText('Battery 82%')).toBeVisible();
  const { bottom } = screen.getByRole('button', { name: 'Stop Tracking' }).element().getBoundingClientRect();
  expect(bottom).toBeLessThan(innerHeight);
  expect(bottom).toBeGreaterThan(innerHeight - 44);
  expect(await axeFindings()).toEqual([]);
});

test('on a phone the dialog fills the window while it starts [LIVE-06]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Loading live map...').first()).toBeVisible();
  await expect.poll(() => screen.getByRole('dialog').element().getBoundingClientRect().width).toBe(390);
});
