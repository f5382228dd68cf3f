import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import { cancelPing, getPing, getPingQuota, listPingWaits, pingDevice } from '@trace/contract/ping/ping.api';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent, pingQuotaEvent } from '@trace/contract/ping/ping.stream';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { formatTime } from '#lib/format.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aPing, mia, premium } from '#testing/fake-server/fake-server-world.ts';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const aWait = (serialNumber: string, deviceName: string): PingWait => ({
  id: crypto.randomUUID(),
  serialNumber,
  deviceName,
  expectedAt: inMinutes(22),
  endsAt: inMinutes(27),
});
const waitingPing = { outcome: 'waiting', id: '6f9b0f34-5a0d-4a3c-9a52-0a64a3f3b001', charged: false } as const;
const history = { name: 'Ping History' };

test('a response without a position fails and says that the ping counts [PING-02]', async () => {
  const { screen, server } = await openPortal('/user');
  server.on(pingDevice, ({ body }) => ({ outcome: 'no_fix' as const, id: body.id, charged: true as const }));
  await screen.getByRole('button', { name: 'Ping Work ute' }).click();
  const toast = screen.getByRole('alert').filter({ hasText: 'Ping Failed' });
  await expect
    .element(toast.getByText(/Device did not respond with valid GPS coordinates. Check device GPS antenna./))
    .toBeVisible();
  await expect.element(toast.getByText(/so this ping counts/)).toBeVisible();
});

test('a response with a position becomes the latest record, with the time of its own fix [PING-02] [PING-07]', async () => {
  const { screen, server } = await openPortal('/user');
  await screen.getByRole('button', { name: 'Ping Work ute' }).click();
  await expect.element(screen.getByText('Work ute reported its position.')).toBeVisible();
  const first = screen.getByRole('list', history).getByRole('listitem').first();
  await expect.element(first.getByText('Latest')).toBeVisible();
  await expect.element(first.getByText('-33.830000, 151.220000')).toBeVisible();
  await expect.element(screen.getByText('GPS fix')).toBeVisible();
  await expect.element(screen.getByText('9 records')).toBeVisible();
  const [call] = server.calls(pingDevice);
  expect(call?.params).toEqual({ serial: 'Trace_4F21' });
});

test('each press sends a separate ping', async () => {
  const { screen, server } = await openPortal('/user');
  const button = screen.getByRole('button', { name: 'Ping Work ute' });
  await button.click();
  await expect.element(screen.getByText('9 records')).toBeVisible();
  await button.click();
  await expect.element(screen.getByText('10 records')).toBeVisible();
  const ids = server.calls(pingDevice).map(({ body }) => (body as { id: string }).id);
  expect(new Set(ids).size).toBe(2);
});

test('pings started elsewhere update the page without a toast', async () => {
  const { screen, server } = await openPortal('/user');
  await expect.element(screen.getByText('8 records')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  for (let index = 0; index < 5; index += 1) {
    const location = aPing(0, -33.81, 151.23);
    const outcome: PingOutcome = { outcome: 'located', id: location.id, charged: true, location };
    server.stream.push(pingFinishedEvent, { serialNumber: 'Trace_4F21', outcome });
  }
  await expect.element(screen.getByText('13 records')).toBeVisible();
  expect(screen.getByText('Work ute reported its position.').elements()).toEqual([]);
});

test('the daily limit shows its message and opens the upgrade dialog [PING-04]', async () => {
  const { screen, server } = await openPortal('/user', { world: { used: 30 } });
  server.on(pingDevice, () => refuse('daily_ping_limit'));
  await expect.element(screen.getByText('0 left')).toBeVisible();
  const ping = screen.getByRole('button', { name: 'Ping Work ute' });
  await ping.click();
  const dialog = screen.getByRole('dialog', { name: 'Upgrade to Premium' });
  const notice = dialog.getByRole('alert').first();
  await expect.element(notice.getByText('Daily Ping Limit Reached')).toBeVisible();
  const text = "You've reached your daily ping limit of 30. Subscribe for unlimited pings.";
  await expect.element(notice.getByText(text)).toBeVisible();
  // The notice appears once, above the price, with no alert before the notice.
  expect(screen.getByText(text).elements()).toHaveLength(1);
  const price = dialog.getByText('$20 AUD', { exact: true }).element();
  expect(notice.element().compareDocumentPosition(price)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.keyboard('{Escape}');
  await expect.element(ping).toHaveFocus();
});

test('the counter shows the quota that the server pushes [PING-04]', async () => {
  const { screen, server } = await openPortal('/user');
  await expect.element(screen.getByText('3 left')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(pingQuotaEvent, { used: 29, limit: 30, resetsAt: inMinutes(859), timeZone: mia.timeZone });
  await expect.element(screen.getByText('1 left')).toBeVisible();
  await expect.element(screen.getByText(/^Resets at midnight( Sydney time)?, in 14 h 1[89] min/)).toBeVisible();
});

test("a visible page fetches the new quota when the server's clock reaches midnight, and can ping again [PING-04]", async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const clockAheadMs = 6 * 3_600_000;
  // Shorter than the time until a silent stream reopens, which would fetch all data again.
  const atOnce = { timeout: 5_000 };
  const { screen, server, world } = await openPortal('/user?device=Trace_4F21', {
    clockAheadMs,
    world: { used: 30, pings: [] },
  });
  await expect.element(screen.getByText('0 left')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const midnight = Date.now() + clockAheadMs + 20_000;
  const push = (resetsAtMs: number) => {
    const resetsAt = new Date(resetsAtMs).toISOString();
    server.stream.push(pingQuotaEvent, { used: 30, limit: 30, resetsAt, timeZone: mia.timeZone });
  };
  push(midnight);
  await expect.element(screen.getByText(/, in less than a minute$/)).toBeVisible();
  world.used = 0;
  server.stream.beat();
  const asked = server.calls(getPingQuota).length;
  await vi.advanceTimersByTimeAsync(midnight - Date.now() - clockAheadMs);
  expect(server.calls(getPingQuota)).toHaveLength(asked);
  server.stream.beat();
  await vi.advanceTimersByTimeAsync(2_500);
  await expect.element(screen.getByText('30 left'), atOnce).toBeVisible();
  await screen.getByRole('button', { name: 'Ping Work ute' }).click();
  await expect.element(screen.getByText('29 left')).toBeVisible();

  // The computer slept through midnight.
  const see = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  see('hidden');
  push(Date.now() + clockAheadMs - 5_000);
  await expect.element(screen.getByText('0 left')).toBeVisible();
  const before = server.calls(getPingQuota).length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.calls(getPingQuota)).toHaveLength(before);
  see('visible');
  await vi.advanceTimersByTimeAsync(10);
  await expect.element(screen.getByText('29 left'), atOnce).toBeVisible();
});

test('the list shows fifty records in 16rem and keeps a clicked selection until a newer record [PING-03] [PING-07]', async () => {
  const pings = Array.from({ length: 50 }, (_, index) => aPing(index + 1, -33.8 - index / 1_000, 151.2));
  const { screen, server } = await openPortal('/user', { world: { pings } });
  await expect.element(screen.getByText('50 records')).toBeVisible();
  const list = screen.getByRole('list', history);
  expect(list.element().clientHeight).toBeLessThanOrEqual(256);
  const entries = list.getByRole('button');
  await expect.element(entries.first()).toHaveAttribute('aria-pressed', 'true');
  await entries.nth(2).click();
  await expect.element(entries.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(entries.first()).toHaveAttribute('aria-pressed', 'false');
  const popup = screen.getByText('Work ute Trace_4F21').first();
  await expect.element(popup, { timeout: 20_000 }).toBeVisible();
  const words = () => popup.element().parentElement?.textContent;
  expect(words()).toContain('-33.802000, 151.200000');
  expect(words()).not.toContain('Latest');
  const location = aPing(0, -33.81, 151.23);
  const outcome: PingOutcome = { outcome: 'located', id: location.id, charged: true, location };
  server.stream.push(pingFinishedEvent, { serialNumber: 'Trace_4F21', outcome });
  await expect.poll(words).toMatch(/Latest.*-33\.810000, 151\.230000/);
  await expect.element(entries.first()).toHaveAttribute('aria-pressed', 'true');
});

test("the records use the account's time zone when signed in, otherwise the browser's [PING-03] [PING-07]", async () => {
  const timeZone = 'Asia/Kathmandu';
  const at = '2026-01-15T20:30:00.000Z';
  const here = formatTime(at);
  const pings = [aPing(0, -33.8, 151.2, { at, fixAt: at })];
  const { screen, server, world } = await openPortal('/user', { world: { person: { ...mia, timeZone }, pings } });
  const shown = screen.getByRole('list', history).getByRole('time');
  await expect.poll(() => shown.element().textContent).toMatch(/^Jan 16, 2:15:00/);
  await expect.element(shown).toHaveAttribute('title', expect.stringMatching(/^Jan 16, 2026, 2:15:00/));
  await expect.element(screen.getByText(/^Jan 16, 2026, 2:15:00/)).toBeVisible();
  // Changed in another tab or browser.
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.person = { ...mia, timeZone: 'Asia/Tokyo' };
  server.stream.push(accountChangedEvent, {}, '1');
  await expect.poll(() => shown.element().textContent).toMatch(/^Jan 16, 5:30:00/);
  await expect.element(screen.getByText(/^Jan 16, 2026, 5:30:00/)).toBeVisible();
  world.person = null;
  server.stream.push(accountChangedEvent, {}, '2');
  await expect.poll(() => formatTime(at)).toBe(here);
});

test('the card says how to get a record when the list is empty [PING-08]', async () => {
  const { screen } = await openPortal('/user', { world: { pings: [] } });
  const text = 'No ping locations recorded yet. Ping your devices to see their locations on the map.';
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('the dashboard says once that no ping was made when the map and the history are empty [PING-08]', async () => {
  const { screen } = await openPortal('/user', { world: { pings: [], places: [] } });
  await expect.element(screen.getByText(pingHistoryTexts.emptyHistory)).toBeVisible();
  expect(screen.getByText(pingHistoryTexts.empty).elements()).toHaveLength(1);
});

test('the ping counter is one line when pings are unlimited [PING-06]', async () => {
  const { screen } = await openPortal('/user', { world: { subscription: premium, used: 3 } });
  const words = screen.getByText('Pings today 3');
  await expect.element(words).toBeVisible();
  const counter = words.element().parentElement!.parentElement!;
  expect(counter.clientHeight).toBeLessThan(40);
});

test('the ping of a sleeping device shows the expected wake time and later the result [PING-09]', async () => {
  const { screen, server } = await openPortal('/user');
  const waiting: PingOutcome = { ...waitingPing, expectedAt: inMinutes(22), endsAt: inMinutes(27) };
  server.on(pingDevice, () => waiting);
  await screen.getByRole('button', { name: 'Ping Work ute' }).click();
  await expect.element(screen.getByText('Waiting for the device to wake')).toBeVisible();
  await expect.element(screen.getByText(/Expected to wake/)).toBeVisible();
  await expect
    .element(screen.getByText(/^Work ute is asleep\. The ping will be sent when it wakes, expected at/))
    .toBeVisible();
  // Tab moves from the pressed button to the cancel button.
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Cancel ping of Work ute' })).toHaveFocus();
  const location = aPing(0, -33.81, 151.23, { id: waiting.id });
  const outcome: PingOutcome = { outcome: 'located', id: waiting.id, charged: true, location };
  server.stream.push(pingFinishedEvent, { serialNumber: 'Trace_4F21', outcome }, '3');
  await expect.element(screen.getByText('Work ute reported its position.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Ping Work ute' })).toBeVisible();
});

test.each([1_440, 390])(
  'nothing moves when the ping of a sleeping device is answered, at %i px [UDASH-12]',
  async (width) => {
    await page.viewport(width, 900);
    onTestFinished(() => page.viewport(1_440, 900));
    const asleep = aStatus('Trace_4F21', { status: 'sleeping', sleepModeActive: true });
    const { screen, server } = await openPortal('/user', { world: { statuses: [asleep] } });
    server.on(pingDevice, () => ({ ...waitingPing, expectedAt: inMinutes(22), endsAt: inMinutes(27) }));
    await expect.element(screen.getByText(pingTexts.sleepHint)).toBeVisible();
    await expect.element(screen.getByRole('list', history)).toBeVisible();
    // Cards that load grow.
    await expect.element(screen.getByText(/^Nothing new yet/)).toBeVisible();
    await expect.element(screen.getByText(/AUD per month/)).toBeVisible();
    const parts = [...document.querySelectorAll('main section')];
    // A press can scroll the page.
    const tops = () => parts.map((part) => Math.round(part.getBoundingClientRect().top + scrollY));
    const before = tops();
    await screen.getByRole('button', { name: 'Ping Work ute' }).click();
    await expect.element(screen.getByRole('button', { name: 'Cancel ping of Work ute' })).toBeVisible();
    expect(tops()).toEqual(before);
  },
);

test('a ping that waited before the page opened can be cancelled [PING-09]', async () => {
  const { screen, server } = await openPortal('/user', { world: { waits: [aWait('Trace_4F21', 'Work ute')] } });
  const { expectedAt, endsAt } = aWait('Trace_4F21', 'Work ute');
  server.on(cancelPing, ({ params }) => ({ ...waitingPing, id: params.id, expectedAt, endsAt }));
  const cancel = screen.getByRole('button', { name: 'Cancel ping of Work ute' });
  await cancel.click();
  await expect.element(screen.getByText(/^The ping has already been sent to Work ute/)).toBeVisible();
  server.on(cancelPing, ({ params }) => ({ outcome: 'cancelled' as const, id: params.id, charged: false as const }));
  await cancel.click();
  await expect.element(screen.getByText('The ping was cancelled and does not count.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Ping Work ute' })).toBeVisible();
});

test('the row in Manage Devices and its card on a phone show and cancel a waiting ping [PING-09]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  server.on(pingDevice, ({ body }) => ({
    ...waitingPing,
    id: body.id,
    expectedAt: inMinutes(22),
    endsAt: inMinutes(27),
  }));
  server.on(cancelPing, ({ params }) => ({ outcome: 'cancelled' as const, id: params.id, charged: false as const }));
  const row = screen.getByRole('row').filter({ hasText: 'Boat' });
  const ping = row.getByRole('button', { name: 'Ping Boat' });
  await ping.click();
  await expect.element(row.getByText('Waiting for the device to wake')).toBeVisible();
  await expect.element(row.getByText(/Expected to wake at/)).toBeVisible();
  await expect.element(ping).toBeDisabled();
  expect(await axeFindings()).toEqual([]);
  expect(row.element().contains(document.activeElement)).toBe(true);
  await row.getByRole('button', { name: 'Cancel ping of Boat' }).click();
  await expect.element(screen.getByText('The ping was cancelled and does not count.')).toBeVisible();
  await expect.element(ping).toBeEnabled();
  await userEvent.keyboard('{Tab}');
  await expect.element(ping).toHaveFocus();

  // Begun on another page meanwhile: the refusal says so, and then the row.
  const wait = aWait('Trace_4F6E', 'Boat');
  server.on(listPingWaits, () => ({ waits: [wait] }));
  server.on(pingDevice, () => refuse('conflict', 'This device is already being pinged.'));
  await ping.click();
  await expect.element(row.getByText('Waiting for the device to wake')).toBeVisible();

  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const card = screen.getByRole('listitem').filter({ hasText: 'Boat' });
  await expect.element(card.getByText(/Expected to wake at/)).toBeVisible();
  await card.getByRole('button', { name: 'Cancel ping of Boat' }).click();
  await expect.element(card.getByRole('button', { name: 'Ping Boat' })).toBeEnabled();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('a visible page shows the result of a waiting ping once, on any tab and for any device [PING-09]', async () => {
  const wait = aWait('Trace_4F6E', 'Boat');
  const { screen, server, world } = await openPortal('/user?tab=devices', { world: { waits: [wait] } });
  const notice = screen.getByText('Boat reported its position.');
  await expect.element(screen.getByText(/Expected to wake at/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const see = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  see('hidden');
  const location = aPing(0, -33.81, 151.23, { id: wait.id, serialNumber: 'Trace_4F6E', deviceName: 'Boat' });
  const finished = {
    serialNumber: 'Trace_4F6E',
    outcome: { outcome: 'located' as const, id: wait.id, charged: true as const, location },
  };
  world.waits = [];
  world.ends = [finished.outcome];
  server.stream.push(pingFinishedEvent, finished, '4');
  await expect.poll(() => screen.getByText(/Expected to wake at/).elements()).toEqual([]);
  expect(notice.elements()).toEqual([]);
  see('visible');
  await expect.element(notice).toBeVisible();
  server.stream.push(pingFinishedEvent, finished, '4');
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expect.element(screen.getByText(/^\d records$/)).toBeVisible();
  expect(notice.elements()).toHaveLength(1);
});

test('only the next page shows the result of a ping that ended while no page was open [PING-09]', async () => {
  const wait = aWait('Trace_4F6E', 'Boat');
  const asked = await openPortal('/user', { world: { waits: [wait] } });
  await expect.poll(() => localStorage.getItem('trace-ping-waits')).toContain(wait.id);
  await asked.screen.unmount();
  const ends: PingOutcome[] = [{ outcome: 'unreachable', id: wait.id, charged: false }];
  const { screen, server } = await openPortal('/user?tab=devices', { world: { ends } });
  // A temporary failure does not end the wait, and the list of waiting pings does not change again.
  const failsOnce = vi.fn().mockImplementationOnce(() => refuse('unavailable'));
  server.on(getPing, () => failsOnce() ?? ends[0]!);
  await expect.element(screen.getByText('The device could not be reached, so this ping does not count.')).toBeVisible();
  expect(server.calls(getPing).map(({ params }) => params)).toEqual([{ id: wait.id }, { id: wait.id }]);
  await screen.unmount();
  const third = await openPortal('/user?tab=devices');
  await expect.element(third.screen.getByRole('row').filter({ hasText: 'Boat' })).toBeVisible();
  await expect.poll(() => third.server.calls(listPingWaits).length).toBeGreaterThan(0);
  expect(third.server.calls(getPing)).toEqual([]);
});

test('a failed response shows its status code and the reason [PING-10]', async () => {
  const { screen, server } = await openPortal('/user');
  server.on(pingDevice, () => refuse('conflict', 'A ping is already under way.'));
  await screen.getByRole('button', { name: 'Ping Work ute' }).click();
  await expect.element(screen.getByText('Command failed: 409')).toBeVisible();
  await expect.element(screen.getByText('A ping is already under way.')).toBeVisible();
});

test('the page says why Google draws no map without a valid key [MAP-01]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  server.on(getMapStyle, () => ({ provider: 'google' as const, styleUrl: null, darkStyleUrl: null, tilesUrl: null }));
  server.on(getMapsKey, () => ({ apiKey: null }));
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  const map = screen.getByRole('region', { name: 'Ping Locations Map' });
  await expect.element(map.getByText('Google Maps Unavailable')).toBeVisible();
  await expect.element(map.getByText('Google Maps API key not configured. Unable to display map.')).toBeVisible();
});

test('a failed fetch of the map key shows an error [MAP-01]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  server.on(getMapStyle, () => ({ provider: 'google' as const, styleUrl: null, darkStyleUrl: null, tilesUrl: null }));
  server.on(getMapsKey, () => refuse('forbidden'));
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expect.element(screen.getByText('Map Error').first()).toBeVisible();
  await expect.element(screen.getByText('Failed to fetch Google Maps API key').first()).toBeVisible();
});
