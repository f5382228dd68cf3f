import { focusManager } from '@tanstack/react-query';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { STREAM_BEAT_MS } from '@trace/contract/kernel/stream';
import { getPingQuota, listPings, listPingWaits } from '@trace/contract/ping/ping.api';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { SECOND_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readExpectedWaits } from '#features/ping/waits/ping-expected.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, premium, sam, type World } from '#testing/fake-server/fake-server-world.ts';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';

/** Opens the dashboard with an open stream, on a fake clock that also advances in real time. */
async function openDashboard(address: string, change: Partial<World>) {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const portal = await openPortal(address, { world: { pings: [], ...change } });
  await expect.poll(() => portal.server.stream.isOpen()).toBe(true);
  return portal;
}

/** Lets three attempts fail, until the cached data is stale. */
async function cut(server: FakeServer) {
  server.stream.setOpenable(false);
  server.stream.drop();
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
}

/** Advances the clock by `quietSec` at once, then by `busySec` second by second, so that responses can arrive. */
async function pass(quietSec: number, busySec: number) {
  await vi.advanceTimersByTimeAsync(quietSec * SECOND_MS);
  for (let second = 0; second < busySec; second += 1) {
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** The longest pause between two tries of the stream. */
async function heal(server: FakeServer) {
  server.stream.setOpenable(true);
  await vi.advanceTimersByTimeAsync(30 * SECOND_MS);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
}

test('every tab polls status, plan, quota, waiting pings and alerts only while push is unavailable [STAT-04] [SUB-06] [PING-09]', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const wait = {
    id: crypto.randomUUID(),
    serialNumber: 'Trace_4F6E',
    deviceName: 'Boat',
    expectedAt: inMinutes(20),
    endsAt: inMinutes(25),
  };
  const { screen, server, world } = await openDashboard('/user', { waits: [wait] });
  await expect.element(screen.getByText('3 devices, 1 offline')).toBeVisible();
  await expect.element(screen.getByText('3 left')).toBeVisible();
  await expect.element(screen.getByText(/No ping locations recorded yet/)).toBeVisible();
  // The watcher of waiting pings loads after the start of the page and fetches when started late.
  await expect.poll(() => readExpectedWaits().map(({ id }) => id)).toEqual([wait.id]);
  const asked = () =>
    [deviceStatusFunction, listStatuses, getSubscription, getPingQuota, listPings, listPingWaits, listAlerts].map(
      (each) => server.calls(each).length,
    );
  const before = asked();
  for (let beat = 0; beat < 8; beat += 1) {
    await vi.advanceTimersByTimeAsync(STREAM_BEAT_MS);
    server.stream.beat();
  }
  expect(asked()).toEqual(before);

  await cut(server);
  world.waits = [];
  world.ends = [{ outcome: 'unreachable', id: wait.id, charged: false }];
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  await expect.element(screen.getByText(pingTexts.notCharged)).toBeVisible();
  const offline = { status: 'offline', connectivity: false, network: 'disconnected' } as const;
  world.statuses = world.statuses.map((status, index) => (index === 0 ? { ...status, ...offline } : status));
  world.used = 29;
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  await expect.element(screen.getByText('3 devices, 2 offline')).toBeVisible();
  await expect.element(screen.getByText('1 left')).toBeVisible();
  expect(server.calls(listAlerts).length).toBeGreaterThan(before.at(-1)!);

  await screen.getByRole('tab', { name: 'Premium: Live Tracking' }).click();
  world.statuses = world.statuses.map((status) => ({ ...status, ...offline }));
  world.subscription = premium;
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  await expect.element(screen.getByText('3 devices, all offline')).toBeVisible();
  await expect.element(screen.getByRole('banner').getByText('Premium Active')).toBeVisible();

  // The page loses the focus.
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  const unseen = server.calls(getSubscription).length;
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(server.calls(getSubscription)).toHaveLength(unseen);
});

test('failed checks run three at once and appear in their rows, without toasts, until push is back [STAT-04]', async () => {
  const devices = Array.from({ length: 4 }, (_, index) => aDevice(`Trace_000${index}`, `Van ${index}`));
  const { screen, server } = await openDashboard('/user?tab=devices', {
    devices,
    statuses: devices.map(({ serialNumber }) => aStatus(serialNumber)),
  });
  await expect.element(screen.getByText('Online').first()).toBeVisible();
  const askedAt: number[] = [];
  server.on(deviceStatusFunction, () => {
    askedAt.push(Date.now());
    return refuse('unavailable');
  });
  await cut(server);
  await expect.element(screen.getByText(/Connection lost. Reconnecting…/)).toBeVisible();
  await pass(0, 10);
  await expect.poll(() => screen.getByText(/Retry 1\/3, next check in/).elements().length).toBe(4);
  // Each question waits up to a second of the five.
  expect(askedAt[3]! - askedAt[0]!).toBeGreaterThanOrEqual(4 * SECOND_MS);
  expect(screen.getByText('Status Check Failed').elements()).toEqual([]);
  await pass(85, 15);
  await pass(165, 25);
  await expect.poll(() => screen.getByText(/Retry 3\/3, next check in/).elements().length).toBe(4);
  expect(screen.getByText('Status Check Failed').elements()).toHaveLength(4);
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await heal(server);
  await expect.poll(() => screen.getByText(/Retry|Status Check Failed/).elements()).toEqual([]);
});

test("an installer's open control panel polls its device while push is unavailable [STAT-04]", async () => {
  const { screen, server, world } = await openDashboard('/installer/devices', { person: { ...sam } });
  await screen.getByRole('button', { name: 'Control Work ute' }).click();
  const panel = screen.getByRole('dialog');
  await expect.element(panel.getByText('Online', { exact: true })).toBeVisible();
  expect(server.calls(deviceStatusFunction)).toEqual([]);
  await cut(server);
  await expect.poll(() => server.calls(deviceStatusFunction).length).toBe(1);
  world.statuses = [aStatus('Trace_4F21', { status: 'offline', connectivity: false, network: 'disconnected' })];
  await vi.advanceTimersByTimeAsync(46 * SECOND_MS);
  await expect.element(panel.getByText('Offline', { exact: true })).toBeVisible();
});
