import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { cancelPing, pingDevice } from '@trace/contract/ping/ping.api';
import { listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { gapEvent } from '@trace/contract/kernel/stream';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { cutPush } from '#testing/cut-push.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, aPosition, premium } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { MAP_WAIT, openLive, track } from '#testing/open-live.ts';

// A map renders slowly without a graphics card, so the test uses a small viewport.
beforeEach(() => page.viewport(800, 700));

const liveMarker = () => document.querySelector<HTMLElement>('[data-live-id="Trace_4F21"]');

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

test('Stop Tracking ends a start that waits for an offline device [LIVE-03]', async () => {
  const statuses = [aStatus('Trace_4F21', { status: 'offline', connectivity: false })];
  const { screen, server } = await openLive({ statuses });
  const { promise, resolve } = Promise.withResolvers<LiveOutcome>();
  server.on(startLive, () => promise);
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Starting live tracking for Work ute…')).toBeVisible();
  await expect.poll(() => server.calls(startLive)).toHaveLength(1);
  await screen.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect.element(screen.getByText('Starting live tracking for Work ute…')).not.toBeInTheDocument();
  const { viewerId } = (server.calls(startLive)[0]!.body ?? {}) as { viewerId?: string };
  await expect.poll(() => server.calls(stopLive)[0]?.params).toEqual({ serial: 'Trace_4F21', viewerId });
  resolve({ outcome: 'failed', message: null });
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
  await expect.element(screen.getByText('Live GPS Failed')).not.toBeInTheDocument();
});

test('the map keeps its place when live tracking starts [LIVE-01]', async () => {
  const { screen } = await openLive();
  const topOfMap = () => document.querySelector('[data-view="panel"]')!.getBoundingClientRect().top;
  await expect.poll(() => document.querySelector('[data-view="panel"]')).not.toBeNull();
  const before = topOfMap();
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live tracking active for Work ute')).toBeVisible();
  expect(topOfMap()).toBe(before);
});

test('the toast of a device that came back replaces the toast that said offline [UDASH-12]', async () => {
  const world = { statuses: [aStatus('Trace_4F21', { status: 'offline', connectivity: false })] };
  const { screen, world: portalWorld } = await track(world);
  await expect.element(screen.getByText(/^Work ute is offline\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Stop Tracking' }).click();
  portalWorld.statuses = [aStatus('Trace_4F21')];
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Work ute is online and ready for live tracking')).toBeVisible();
  expect(screen.getByText(/^Work ute is offline\./).elements()).toEqual([]);
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

test('the page requests the missed positions after a gap event [LIVE-09]', async () => {
  const { screen, server, world } = await track();
  world.positions = [aPosition('a', { lat: -33.85, lng: 151.22 })];
  server.stream.push(gapEvent, {});
  await expect.element(screen.getByText('-33.850000, 151.220000')).toBeVisible();
});

test("the tab polls every 3 s without push, at first for the last 30 s of the server's clock [LIVE-11]", async () => {
  const clockAheadMs = -2 * HOUR_MS;
  const { screen, server, world } = await track({}, clockAheadMs);
  const startedAt = Date.now() + clockAheadMs;
  world.positions = [aPosition('a', { lat: -33.85, lng: 151.22, receivedAt: startedAt })];
  await cutPush({ server });
  await expect.element(screen.getByText('-33.850000, 151.220000')).toBeVisible();
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
  // The page ignores positions before its live view has begun.
  await expect.element(screen.getByText('Waiting for a GPS fix')).toBeVisible();
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
