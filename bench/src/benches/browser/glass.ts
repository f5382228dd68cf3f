// LIVE-10: glass to glass. A simulated device sends a position. Measures the time until the position is in the page's
// stream, and until the frame that shows the marker at the new place. Runs with 100 and with 1,000 watched devices, at
// 100 positions per second.
// The glide of the marker is decoration and not counted. The page gets the reduced-motion setting, so that the marker
// jumps.
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import { createTracker } from '@trace/simulator/device/tracker';
import type { Tracker } from '@trace/simulator/device/tracker';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { installProbe, isAtRest } from '../../equipment/browser/glass-probe.ts';
import type { GlassNotes, Sighting } from '../../equipment/browser/glass-probe.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

/** A thousand devices report at the live-mode rate, a hundred devices ten times as often. */
const CROWDS = [
  { watched: 100, everySec: 1 },
  { watched: 1_000, everySec: 10 },
];
const TICK_MS = 20;
const FOLLOWED = serialOf(1);
const SHORT_POSITIONS = 60;
const LONG_POSITIONS = 600;
/** Not in step with the others, nor with frames. */
const SEND_EVERY_MS = 233;
const SETTLE_MS = 2_000;
const CALM_WITHIN_MS = 20_000;
/** The first positions arrive while the map is still being drawn. */
const WARM_UP_POSITIONS = 15;
const PAGE_WITHIN_MS = 60_000;
export const VIEWPORT = { width: 1_280, height: 800 };

export const glassBench: Bench = {
  name: 'glass',
  run: async ({ isLong, nodeFlags }) => {
    const figures: Figure[] = [];
    for (const crowd of CROWDS) {
      const world = await startWorld({ devices: crowd.watched, nodeFlags });
      try {
        figures.push(...(await measure(world, crowd, isLong ? LONG_POSITIONS : SHORT_POSITIONS)));
      } finally {
        await world.dispose();
      }
    }
    return figures;
  },
};

async function measure(
  world: World,
  { watched, everySec }: (typeof CROWDS)[number],
  positions: number,
): Promise<Figure[]> {
  const browser = await launchBrowser('glass to glass');
  if (browser === null) return [];
  const followed = createFollowed(world);
  const stopOthers = await report(world, watched, everySec);
  try {
    await followed.start();
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce', serviceWorkers: 'block' });
    await follow(page, world);
    await settled(page, followed);
    const sent = await sendPositions(followed, positions, WARM_UP_POSITIONS);
    await wait(SETTLE_MS);
    const notes = await page.evaluate(() => (globalThis as unknown as { glassNotes: GlassNotes }).glassNotes);
    return figuresOf(watched, sent, notes);
  } finally {
    stopOthers();
    await followed.stop();
    await browser.close();
  }
}

/** Creates the device that the page follows. This device reports its position only on demand. */
export function createFollowed(world: World): Tracker {
  return createTracker({
    serial: FOLLOWED,
    network: { host: '127.0.0.1', port: world.ready().mqttPort },
    behaviour: { reportSec: 3_600, fixAfterMs: 0 },
  });
}

/** Reports positions for all devices except the followed device, evenly spread. */
export async function report(world: World, watched: number, everySec: number): Promise<() => void> {
  const port = world.ready().mqttPort;
  let seq = 0;
  const connections = Array.from({ length: watched - 1 }, (_, index) => {
    const serial = serialOf(index + 2);
    const connection = createConnection({
      serial,
      network: { host: '127.0.0.1', port },
      clock: systemClock,
      will: () => Buffer.from(JSON.stringify({ v: 1, boot: 1, ts: Date.now(), status: 'offline' })),
      onReady: () => {},
      onLost: () => {},
      onCommand: () => {},
    });
    connection.connect();
    return { connection, topic: telemetryTopic(serial, 'location') };
  });
  await holdsWithin(PAGE_WITHIN_MS, () => connections.every(({ connection }) => connection.isReady()));
  const perTick = (connections.length * TICK_MS) / (everySec * 1_000);
  let owed = 0;
  const timer = setInterval(() => {
    for (owed += perTick; owed >= 1; owed -= 1) {
      seq += 1;
      const { connection, topic } = connections[seq % connections.length]!;
      void connection.publish(topic, positionOf(seq, -33.9 + (seq % 1_000) * 1e-4));
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    for (const { connection } of connections) void connection.disconnect();
  };
}

const positionOf = (seq: number, lat: number): Buffer =>
  Buffer.from(JSON.stringify({ v: 1, boot: 900, seq, ts: Date.now(), lat, lng: 151.2093, speedMps: 12.5 }));

/** Opens the Live Tracking tab the way a user does. */
export async function follow(page: Page, world: World): Promise<void> {
  const { cookie } = await signInTo(world.ready());
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: world.url };
  });
  await page.context().addCookies(cookies);
  await page.addInitScript(installProbe, FOLLOWED);
  page.setDefaultTimeout(PAGE_WITHIN_MS);
  await page.goto(`${world.url}/user?tab=live`);
  const chooser = page.getByPlaceholder(trackingTexts.selectDevice);
  await chooser.click();
  await chooser.fill(FOLLOWED);
  await page.getByRole('option', { name: FOLLOWED }).first().click();
  await page.getByRole('button', { name: trackingTexts.start }).click();
  await page.getByRole('button', { name: trackingTexts.stop }).waitFor();
}

/**
 * Waits until the page is at rest. The map keeps drawing after its first appearance, for seconds with software
 * rendering.
 */
async function settled(page: Page, tracker: Tracker): Promise<void> {
  await sendPositions(tracker, WARM_UP_POSITIONS, 0);
  const isCalm = await holdsWithin(CALM_WITHIN_MS, () => page.evaluate(isAtRest));
  if (!isCalm)
    console.error('the page did not come to rest: the machine is busy, and the figures are what that makes of them');
}

async function sendPositions(tracker: Tracker, count: number, sentBefore: number): Promise<Sighting[]> {
  const sent: Sighting[] = [];
  for (let seq = sentBefore + 1; seq <= sentBefore + count; seq += 1) {
    const lat = Number((-33.86 + seq * 1e-4).toFixed(6));
    sent.push({ lat: lat.toFixed(6), atMs: performance.timeOrigin + performance.now() });
    void tracker.publishRaw(telemetryTopic(FOLLOWED, 'location'), positionOf(seq, lat));
    await wait(SEND_EVERY_MS);
  }
  return sent;
}

function figuresOf(watched: number, sent: readonly Sighting[], notes: GlassNotes): Figure[] {
  const streamed = delays(sent, notes.streamed);
  const painted = delays(sent, notes.painted);
  const note = `${painted.length} of ${sent.length} seen, max ${Math.max(...painted).toFixed(0)} ms`;
  const of = `${watched} devices`;
  return [
    { name: `in the page's stream p50, ${of}`, value: percentile(streamed, 0.5), unit: 'ms' },
    { name: `in the page's stream p99, ${of}`, value: percentile(streamed, 0.99), unit: 'ms' },
    { name: `glass to glass p50, ${of}`, value: percentile(painted, 0.5), unit: 'ms', note },
    { name: `glass to glass p99, ${of}`, value: percentile(painted, 0.99), unit: 'ms' },
  ];
}

function delays(sent: readonly Sighting[], seen: readonly Sighting[]): number[] {
  const sentAt = new Map(sent.map(({ lat, atMs }) => [lat, atMs]));
  return seen.flatMap(({ lat, atMs }) => {
    const at = sentAt.get(lat);
    return at === undefined ? [] : [atMs - at];
  });
}
