import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { listPositions, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TrackingLiveMap } from '#features/tracking/live/tracking-live-map.tsx';
import { accept, emptyLog } from '#features/tracking/motion/tracking-position-log.ts';
import { comeBack, goOffline } from '#lib/offline/offline.ts';
import { StreamProvider } from '#lib/stream/stream-provider.tsx';
import { cutPush } from '#testing/cut-push.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDevice, aPosition, free, premium } from '#testing/fake-server/fake-server-world.ts';
import { refuse, startFakeServer } from '#testing/fake-server/fake-server.ts';
import { standInForGoogle } from '#testing/google-stand-in.ts';
import { mount } from '#testing/mount.tsx';

// The stand-in renders no map, so the tests here do not wait for a map.
const google = standInForGoogle();
beforeEach(() => page.viewport(800, 1_100));

/** The portal of a premium user without pings, whose operator chose Google. */
async function openPremium(address: string) {
  const portal = await openPortal(address, { world: { subscription: premium, pings: [] } });
  portal.server.on(getMapStyle, () => ({
    provider: 'google' as const,
    styleUrl: null,
    darkStyleUrl: null,
    tilesUrl: null,
  }));
  portal.server.on(getMapsKey, () => ({ apiKey: 'a-key-of-a-stand-in' }));
  await expect.poll(() => portal.server.stream.isOpen()).toBe(true);
  return portal;
}

type OpenPortal = Awaited<ReturnType<typeof openPremium>>;

async function choose({ screen }: OpenPortal, option: string) {
  await screen.getByRole('combobox', { name: 'Select a device to track' }).click();
  await screen.getByRole('option', { name: option, exact: false }).click();
}

/** Fakes the interval timers. From here on, intervals fire only when the test advances the time. */
function holdIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** How often positions were asked for, counted as each question is sent; and waits until all that was sent is answered. */
function countQuestions() {
  const sent = vi.spyOn(globalThis, 'fetch');
  const read = vi.spyOn(Response.prototype, 'text');
  onTestFinished(() => void [sent, read].map((spy) => spy.mockRestore()));
  const path = listPositions.path.split('{serial}')[1]!;
  const count = () =>
    sent.mock.calls.filter(([address]) => typeof address === 'string' && address.includes(path)).length;
  const answered = async () => {
    for (const spy of [sent, read]) {
      await Promise.allSettled(spy.mock.results.map(({ value }) => value as unknown));
      await new Promise(requestAnimationFrame);
    }
  };
  return { count, answered };
}

const STEP_MS = 10;

/** Expects a request for positions exactly once per interval, at the end of the interval. */
async function expectPace({ count: questions, answered }: ReturnType<typeof countQuestions>, everyMs: number) {
  const before = questions();
  // In small steps to the first question, whose moment is the beginning of the next span.
  await expect
    .poll(() => {
      for (let ms = 0; ms < everyMs && questions() === before; ms += STEP_MS) vi.advanceTimersByTime(STEP_MS);
      return questions();
    })
    .toBe(before + 1);
  for (const nth of [1, 2, 3]) {
    await answered();
    vi.advanceTimersByTime(everyMs - STEP_MS);
    expect(questions()).toBe(before + nth);
    vi.advanceTimersByTime(STEP_MS);
    expect(questions()).toBe(before + nth + 1);
  }
}

const mapOf = (view: string) => document.querySelector<HTMLElement>(`[data-view="${view}"]`);

test('the panel suggests the online device, has a 600 px map of its last known place, and follows the latest choice [LIVE-01] [LIVE-02] [LIVE-12]', async () => {
  const before = google.opened().length;
  const portal = await openPremium('/user?tab=live');
  const { screen, server } = portal;
  const panel = screen.getByRole('region', { name: 'Live Device Tracking' });
  const select = screen.getByRole('combobox', { name: 'Select a device to track' });
  await expect.element(select).toHaveValue('Work ute · Trace_4F21');
  await expect.poll(() => google.opened().slice(before)).toMatchObject([{ center: { lat: -33.8412, lng: 151.2103 } }]);
  expect(mapOf('panel')?.clientHeight).toBe(600);
  await expect.element(panel.getByText('Online', { exact: true })).toBeVisible();
  expect(panel.getByText('Offline', { exact: true }).elements()).toEqual([]);
  server.on(startLive, () => refuse('internal'));
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live GPS Failed')).toBeVisible();
  await expect.element(screen.getByText('Unknown error')).toBeVisible();
  await choose(portal, 'Caravan · Trace_4D18');
  await expect.element(panel.getByText('Offline', { exact: true })).toBeVisible();
  expect(panel.getByText('Online', { exact: true }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Caravan is offline. Live tracking may not work properly.')).toBeVisible();

  // Choosing another device during the status check of the first device cancels the start for the first device.
  const started = () => server.calls(startLive).map(({ params }) => params['serial']);
  await expect.poll(started).toEqual(['Trace_4F21', 'Trace_4D18']);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  server.on(deviceStatusFunction, async () => {
    await asked;
    return refuse('unavailable');
  });
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.poll(() => server.calls(deviceStatusFunction).length).toBe(3);
  await choose(portal, 'Work ute · Trace_4F21');
  answer();
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.poll(started).toEqual(['Trace_4F21', 'Trace_4D18', 'Trace_4F21']);
});

test('the panel polls positions exactly every 3 s when push is unavailable [LIVE-11]', async () => {
  holdIntervals();
  const portal = await openPremium('/user?tab=live');
  const { screen, server, world } = portal;
  await choose(portal, 'Work ute · Trace_4F21');
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.poll(() => server.calls(listPositions).length).toBe(1);
  world.positions = [aPosition('a', { lat: -33.85, lng: 151.22 })];
  const questions = countQuestions();
  await cutPush(portal);
  await expectPace(questions, 3_000);
  await expect.element(screen.getByText('-33.850000, 151.220000')).toBeVisible();
  vi.advanceTimersByTime(3_000);
  await expect.poll(() => server.calls(listPositions).at(-1)!.query['known']).toBe('a');
});

test('the dialog opens over the last known place at 600 px and polls every 10 s when push is unavailable [LIVE-11] [LIVE-12]', async () => {
  holdIntervals();
  const portal = await openPremium('/user');
  const { screen, server, world } = portal;
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  await expect.poll(() => mapOf('dialog')?.clientHeight).toBe(600);
  expect(google.opened().at(-1)).toMatchObject({ center: { lat: -33.8412, lng: 151.2103 }, zoom: 15 });
  await expect.element(screen.getByText('Live Tracking Active')).toBeVisible();
  expect(server.calls(startLive)).toHaveLength(1);
  world.positions = [aPosition('a')];
  const questions = countQuestions();
  await cutPush(portal);
  await expectPace(questions, 10_000);
  await expect.element(screen.getByRole('dialog').getByText(/Last GPS update: just now/)).toBeVisible();
});

/** Returns a function that advances the clock by seconds. The clock also runs on in real time. */
function holdClock() {
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  return (seconds: number) => {
    aheadMs += seconds * 1_000;
    vi.advanceTimersByTime(seconds * 1_000);
  };
}

/** Neither an answer nor the stream comes through, or both do again. */
function setNetwork({ server }: OpenPortal, isThere: boolean): void {
  server.setReachable(isThere);
  server.stream.setOpenable(isThere);
  if (isThere) dispatchEvent(new Event('online'));
  else server.stream.drop();
}

test('the dialog stretches the marker glide to the polling interval when push is unavailable [LIVE-11] [LIVE-04]', async () => {
  const server = startFakeServer();
  const log = accept(emptyLog, [aPosition('a', { lat: -33 }), aPosition('b', { lat: -33.00005, at: Date.now() + 1 })]);
  let glideMs: number | undefined;
  const screen = await mount(
    <StreamProvider>
      <TrackingLiveMap
        view="dialog"
        device={aDevice('Trace_4F21', 'Work ute')}
        log={log}
        isLive
        isPaused={false}
        place={{ last: undefined, isLoading: false, hasFailed: false, retry: () => undefined }}
        mark={null}
        path={null}
        renderMap={({ live }) => {
          glideMs = live?.[0]?.glideMs;
          return null;
        }}
      />
    </StreamProvider>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    server.stop();
  });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  expect(glideMs).toBe(1_000);
  await cutPush({ server });
  await expect.poll(() => glideMs).toBe(2_000);
});

test('the panel shows paused with the age when the network is lost, and resumes on its return, and says that the plan ended [LIVE-01] [LIVE-12] [PWA-01]', async () => {
  const portal = await openPremium('/user?tab=live');
  onTestFinished(() => void comeBack());
  const panel = portal.screen.getByRole('region', { name: 'Live Device Tracking' });
  const isLive = async () => {
    await expect.element(panel.getByText('LIVE', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('Live tracking active for Work ute')).toBeVisible();
    await expect.element(panel.getByText('Live Tracking Active')).toBeVisible();
    await expect.element(panel.getByText(/paused/i)).not.toBeInTheDocument();
  };
  await choose(portal, 'Work ute · Trace_4F21');
  await portal.screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  portal.server.stream.push(positionEvent, aPosition('a', { at: Date.now() - 90_000 }));
  await isLive();
  setNetwork(portal, false);
  goOffline(Date.now() - 75_000);
  await expect.element(panel.getByText('PAUSED', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('status').filter({ hasText: /^Live paused\.$/ })).toBeVisible();
  await expect.element(panel.getByText('Last position 1 min ago')).toBeVisible();
  await expect.element(panel.getByText('as of 1 min ago')).toBeVisible();
  expect(panel.getByText(/^LIVE$|^Live tracking active|Updates every/i).elements()).toEqual([]);
  setNetwork(portal, true);
  await isLive();

  // The server ends live tracking itself when the plan ends, and would refuse a stop request.
  await expect.poll(() => portal.server.stream.isOpen()).toBe(true);
  portal.world.subscription = free;
  portal.server.stream.push(subscriptionEvent, free, '9');
  await expect.element(portal.screen.getByRole('region', { name: 'Premium Feature' })).toBeVisible();
  await expect.element(panel.getByRole('alert').getByText(subscriptionTexts.premiumRequired)).toBeVisible();
  await expect.element(panel.getByText(/^Last GPS update/)).toBeVisible();
  expect(panel.getByRole('button', { name: 'Start Live Tracking' }).elements()).toEqual([]);
  await portal.screen.getByRole('tab', { name: 'Manage Devices' }).click();
  await expect.element(portal.screen.getByRole('button', { name: 'Ping Work ute' })).toBeVisible();
  expect(portal.server.calls(stopLive)).toEqual([]);
});

test('the dialog is live only while the server answers polls when push is unavailable [LIVE-01] [LIVE-11]', async () => {
  holdIntervals();
  const pass = holdClock();
  const portal = await openPremium('/user');
  const { screen, server } = portal;
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  const paused = dialog.getByText('Live paused');
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  await cutPush(portal);
  const asked = server.calls(listPositions).length;
  await expect
    .poll(() => {
      pass(1);
      expect(paused.elements()).toEqual([]);
      return server.calls(listPositions).length;
    })
    .toBe(asked + 4);
  server.setReachable(false);
  await expect
    .poll(() => {
      pass(1);
      return paused.elements().length;
    })
    .toBe(1);
  expect(dialog.getByText('Live Tracking Active').elements()).toEqual([]);
  server.setReachable(true);
  await expect
    .poll(() => {
      pass(1);
      return paused.elements();
    })
    .toEqual([]);
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
});
