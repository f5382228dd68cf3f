import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import type { ManualClock } from '../clock.ts';
import { createPlayback } from '../routes/playback.ts';
import { openEndpoint } from '../testing/endpoint.ts';
import type { Arrived, Endpoint } from '../testing/endpoint.ts';
import { createTracker } from './tracker.ts';
import type { Tracker, TrackerOptions } from './tracker.ts';

const START_MS = Date.UTC(2026, 0, 5, 8);

let endpoint: Endpoint;
let clock: ManualClock;
let tracker: Tracker;

beforeEach(async () => {
  endpoint = await openEndpoint();
  clock = createManualClock(START_MS);
});

afterEach(async () => {
  await tracker.stop();
  await endpoint.close();
});

async function startTracker(options: Partial<TrackerOptions> = {}): Promise<void> {
  tracker = createTracker({ serial: 'Trace_0002', network: endpoint.network, clock, ...options });
  await tracker.start();
}

const arrivals = (kind: string): Arrived[] => endpoint.arrived.filter((arrived) => arrived.kind === kind);
const untilArrived = (kind: string, count: number): Promise<void> =>
  endpoint.until(`${count} of ${kind} came`, () => arrivals(kind).length >= count);
const disconnects = (): number => endpoint.packets.filter((packet) => packet.cmd === 'disconnect').length;

function send(command: string, parameters: object): void {
  endpoint.command('Trace_0002', {
    v: 1,
    requestId: randomUUID(),
    command,
    parameters,
    expiresAt: START_MS + 3_600_000,
  });
}

test('the handshake is MQTT 3.1.1 with the serial as client id, keep-alive 60 and a will on the own status topic', async () => {
  await startTracker();
  const bytes = endpoint.handshakes[0] ?? Buffer.alloc(0);
  const willFlags = 0b0000_1100;
  expect(bytes[0]).toBe(0x10);
  expect(bytes.subarray(2, 12)).toEqual(Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, willFlags, 0, 60]));
  const connect = endpoint.connects[0];
  expect(connect).toMatchObject({ clientId: 'Trace_0002', will: { topic: 'dt/trace/Trace_0002/status', qos: 1 } });
  expect(JSON.parse(String(connect?.will?.payload))).toEqual({ v: 1, boot: 1, ts: START_MS, status: 'offline' });
  const subscribe = endpoint.packets.find((packet) => packet.cmd === 'subscribe');
  expect(subscribe).toMatchObject({ subscriptions: [{ topic: 'cmd/trace/Trace_0002/req', qos: 1 }] });
});

test('a device sends heartbeats every 60 s, and every 30 s with a hub [STAT-05]', async () => {
  await startTracker({ behaviour: { reportSec: null } });
  clock.advance(120_000);
  await untilArrived('heartbeat', 3);
  expect(arrivals('heartbeat').map((arrived) => arrived.body?.['ts'])).toEqual([0, 60_000, 120_000].map(later));
  await tracker.stop();
  await startTracker({ behaviour: { reportSec: null, hubLinked: true } });
  const startedAtMs = clock.nowMs();
  clock.advance(30_000);
  await untilArrived('heartbeat', 5);
  expect(arrivals('heartbeat').at(-1)?.body).toMatchObject({ ts: startedAtMs + 30_000, intervalSec: 30 });
});

const later = (byMs: number): number => START_MS + byMs;

test('live mode publishes at its interval and ends by itself when the lease expires without renewal [LIVE-08]', async () => {
  await startTracker({ behaviour: { reportSec: null } });
  send('enableLiveGps', { interval: 10_000, leaseSec: 30 });
  await untilArrived('location', 1);
  clock.advance(300_000);
  await endpoint.until('it ended', () => arrivals('heartbeat').at(-1)?.body?.['ts'] === later(300_000));
  const lives = arrivals('location').map((arrived) => arrived.body);
  expect(lives.map((body) => body?.['ts'])).toEqual([0, 10_000, 20_000].map(later));
  expect(lives.every((body) => body?.['source'] === 'live')).toBe(true);
  expect(arrivals('heartbeat').at(-1)?.body).toMatchObject({ liveGps: { enabled: false } });
});

test('a renewed lease extends live mode without a second stream, and disableLiveGps ends live mode [LIVE-08] [LIVE-03]', async () => {
  await startTracker({ behaviour: { reportSec: null } });
  send('enableLiveGps', { interval: 10_000, leaseSec: 30 });
  await untilArrived('reply', 1);
  clock.advance(25_000);
  send('enableLiveGps', { interval: 10_000, leaseSec: 30 });
  await untilArrived('reply', 2);
  clock.advance(25_000);
  await untilArrived('location', 6);
  send('disableLiveGps', {});
  await untilArrived('reply', 3);
  clock.advance(60_000);
  await tracker.report();
  expect(arrivals('location')).toHaveLength(7);
  expect(tracker.state().liveIntervalMs).toBeNull();
});

test('a sleeping device announces its wake time, disconnects without a will, and is reachable again after waking', async () => {
  await startTracker({ behaviour: { reportSec: null, sleep: { wakeIntervalSec: 600, awakeSec: 60 } } });
  clock.advance(60_000);
  await endpoint.until('it sleeps', () => tracker.state().phase === 'sleeping' && endpoint.open() === 0);
  expect(arrivals('status').at(-1)?.body).toMatchObject({ status: 'sleeping', wakeInSec: 600 });
  expect(disconnects()).toBe(1);
  clock.advance(599_000);
  expect(endpoint.connects).toHaveLength(1);
  clock.advance(1_000);
  await endpoint.until('it woke', () => tracker.state().phase === 'online');
  send('getStatus', {});
  await untilArrived('reply', 1);
  expect(arrivals('reply')[0]?.body).toMatchObject({ result: { success: true, sleepMode: true } });
});

test('a panic wakes a sleeping device', async () => {
  await startTracker({ behaviour: { reportSec: null, sleep: { wakeIntervalSec: 600, awakeSec: 1 } } });
  clock.advance(1_000);
  await endpoint.until('it sleeps', () => tracker.state().phase === 'sleeping' && endpoint.open() === 0);
  expect(await tracker.press('panic')).toBe(true);
  expect(tracker.state().phase).toBe('online');
});

test('configure switches sleep mode on and off', async () => {
  await startTracker({ behaviour: { reportSec: null } });
  send('configure', { sleepModeEnabled: true, wakeInterval: 900 });
  await untilArrived('heartbeat', 2);
  expect(arrivals('heartbeat').at(-1)?.body).toMatchObject({ sleepModeEnabled: true, wakeIntervalSec: 900 });
  send('configure', { sleepModeEnabled: false, wakeInterval: 0 });
  await untilArrived('heartbeat', 3);
  clock.advance(120_000);
  expect(tracker.state()).toMatchObject({ phase: 'online', behaviour: { sleep: null } });
});

test('a crash sends no DISCONNECT, and the device stays off until switched on', async () => {
  await startTracker({ behaviour: { reportSec: null } });
  tracker.crash();
  await endpoint.until('the socket is gone', () => endpoint.open() === 0);
  clock.advance(3_600_000);
  expect(disconnects()).toBe(0);
  expect(endpoint.connects).toHaveLength(1);
  await tracker.start();
  expect(endpoint.connects).toHaveLength(2);
});

test('a refused device tries again, and waits twice as long each time, up to a part by chance', async () => {
  endpoint.connectCode = 5;
  tracker = createTracker({ serial: 'Trace_0002', network: endpoint.network, clock, networkClock: clock });
  const reasons: string[] = [];
  tracker.on('lost', (reason) => reasons.push(reason));
  void tracker.start();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await endpoint.until(`attempt ${attempt} was refused`, () => reasons.length === attempt);
    const leastMs = 250 * 2 ** (attempt - 1);
    clock.advance(leastMs - 1);
    expect(endpoint.connects).toHaveLength(attempt);
    clock.advance(leastMs + 1);
  }
  await endpoint.until('the sixth attempt was refused', () => reasons.length === 6);
  expect(reasons).toEqual(Array.from({ length: 6 }, () => 'refused: not authorized'));
});

test('pings keep an idle connection alive, and an unanswered ping closes the connection', async () => {
  await startTracker({ networkClock: clock, behaviour: { reportSec: null, heartbeatSec: 86_400 } });
  await endpoint.until('it has greeted', () => tracker.state().waiting === 0);
  const pings = (): number => endpoint.packets.filter((packet) => packet.cmd === 'pingreq').length;
  const reasons: string[] = [];
  tracker.on('lost', (reason) => reasons.push(reason));
  clock.advance(30_000);
  await endpoint.until('it pinged', () => pings() === 1);
  await tracker.report();
  endpoint.isAnsweringPings = false;
  clock.advance(45_000);
  await endpoint.until('it pinged again', () => pings() === 2);
  expect(reasons).toEqual([]);
  clock.advance(15_000);
  expect(reasons).toEqual(['no answer to keep-alive']);
});

test('a tracker on a recorded track sends each fix once at its time, including repeats in the recording', async () => {
  const lats = [-33.1, -33.2, -33.2, -33.3];
  const recording = lats.map((lat, index) => ({ atMs: index * 2_000, fix: { lat, lng: 151 } }));
  const route = createPlayback(recording, { startAtMs: START_MS + 1_000 });
  await startTracker({ route, behaviour: { reportSec: null } });
  clock.advance(60_000);
  await untilArrived('location', 4);
  expect(arrivals('location').map((arrived) => arrived.body?.['lat'])).toEqual(lats);
  expect(arrivals('location').map((arrived) => arrived.body?.['ts'])).toEqual([1_000, 3_000, 5_000, 7_000].map(later));
});
