import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageSchemas } from '@trace/contract/device-protocol/messages';
import { createManualClock } from '../clock.ts';
import { standingAt, withoutFix } from '../routes/route.ts';
import { openEndpoint } from '../testing/endpoint.ts';
import type { Arrived, Endpoint } from '../testing/endpoint.ts';
import { createTracker } from './tracker.ts';
import type { Tracker, TrackerOptions } from './tracker.ts';

let endpoint: Endpoint;
let trackers: Tracker[] = [];

beforeEach(async () => {
  endpoint = await openEndpoint();
  trackers = [];
});

afterEach(async () => {
  await Promise.all(trackers.map((tracker) => tracker.stop()));
  await endpoint.close();
});

function newTracker(options: Partial<TrackerOptions> = {}): Tracker {
  const behaviour = { fixAfterMs: 0, reportSec: null, rebootMs: 10, ...options.behaviour };
  const tracker = createTracker({ serial: 'Trace_0001', network: endpoint.network, ...options, behaviour });
  trackers.push(tracker);
  return tracker;
}

const commandOf = (command: string, parameters: object = {}, expiresAt = Date.now() + 30_000): object => ({
  v: 1,
  requestId: randomUUID(),
  command,
  parameters,
  expiresAt,
});

const arrivals = (kind: string): Arrived[] => endpoint.arrived.filter((arrived) => arrived.kind === kind);
const replies = (): Record<string, unknown>[] => arrivals('reply').map((arrived) => arrived.body ?? {});
const lastResult = (): unknown => replies().at(-1)?.['result'];
const untilReplies = (count: number): Promise<void> =>
  endpoint.until(`${count} replies came`, () => replies().length >= count);

test('a starting tracker sends online, a heartbeat and a position, all valid by the protocol', async () => {
  const tracker = newTracker({ behaviour: { reportSec: 60, hubLinked: true } });
  await tracker.start();
  await endpoint.until('three messages came', () => endpoint.arrived.length >= 3);
  expect(endpoint.arrived.map((arrived) => arrived.kind)).toEqual(['status', 'heartbeat', 'location']);
  expect(endpoint.arrived.map((arrived) => arrived.body?.['seq'])).toEqual([0, 1, 2]);
  for (const { kind, body } of endpoint.arrived) {
    messageSchemas[kind as keyof typeof messageSchemas].parse(body);
  }
  expect(arrivals('heartbeat')[0]?.body).toMatchObject({ status: 'online', intervalSec: 30, hubLinked: true });
});

test('a device whose timers fire between two milliseconds still reports whole milliseconds', async () => {
  const clock = createManualClock(1_767_225_600_000);
  const tracker = newTracker({ clock, behaviour: { reportSec: 60 } });
  await tracker.start();
  clock.advance(600_000);
  await endpoint.until('ten positions came', () => arrivals('location').length >= 10);
  const readable = arrivals('location').filter(({ body }) => messageSchemas.location.safeParse(body).success);
  expect(readable).toHaveLength(arrivals('location').length);
});

test('a tracker reports a drive every 10 seconds and a parked vehicle every minute [MAP-04]', async () => {
  const startMs = 1_767_225_600_000;
  const parksAtMs = startMs + 300_000;
  const clock = createManualClock(startMs);
  const speedAt = (timeMs: number): number => (timeMs < parksAtMs ? 8 : 0);
  const route = { at: (timeMs: number) => ({ lat: 60.17, lng: 24.94, speedMps: speedAt(timeMs) }) };
  const tracker = newTracker({ clock, route, behaviour: { reportSec: 10, parkedReportSec: 60 } });
  await tracker.start();
  clock.advance(900_000);
  await endpoint.until(
    'the last position came',
    () => Number(arrivals('location').at(-1)?.body?.['ts']) > startMs + 840_000,
  );
  const times = arrivals('location').map(({ body }) => Number(body?.['ts']));
  const driving = times.filter((at) => at < parksAtMs);
  const parked = times.filter((at) => at > parksAtMs + 120_000);
  expect(driving.length).toBeGreaterThanOrEqual(30);
  expect(parked.length).toBeLessThanOrEqual(9);
  expect(parked.length).toBeGreaterThanOrEqual(7);
});

test('the ledger lists each acknowledged message with its boot, seq and topic', async () => {
  const tracker = newTracker();
  await tracker.start();
  expect(await tracker.report()).toBe(true);
  const entry = tracker.log.entries().at(-1);
  expect(entry).toMatchObject({ boot: 1, seq: 2, topic: 'dt/trace/Trace_0001/location', fate: 'sound' });
  expect(tracker.log.acknowledged()).toContain(entry);
});

test('a tracker answers getLocation with the fix of its route and the request id [PING-01]', async () => {
  await newTracker({ route: standingAt(-33.85, 151.2) }).start();
  const command = commandOf('getLocation', { priority: 'high', timeout: 10_000, maxAge: 300 });
  endpoint.command('Trace_0001', command);
  await untilReplies(1);
  expect(replies()[0]).toMatchObject({ requestId: (command as { requestId: string }).requestId });
  expect(lastResult()).toMatchObject({ success: true, location: { latitude: -33.85, longitude: 151.2 } });
  messageSchemas.reply.parse(replies()[0]);
});

test('a tracker without a fix answers the position 0, 0 [PING-02] [LIVE-05]', async () => {
  await newTracker({ route: withoutFix }).start();
  endpoint.command('Trace_0001', commandOf('getLocation'));
  await untilReplies(1);
  expect(lastResult()).toMatchObject({ success: true, location: { latitude: 0, longitude: 0 } });
});

test('a receiver that takes longer than the timeout of getLocation answers without a fix', async () => {
  await newTracker({ behaviour: { fixAfterMs: 60_000 } }).start();
  endpoint.command('Trace_0001', commandOf('getLocation', { timeout: 1_000 }));
  await untilReplies(1);
  expect(lastResult()).toMatchObject({ location: { latitude: 0, longitude: 0 } });
});

test('a tracker answers at once with a recent fix, unless the command requires a fresh fix', async () => {
  const tracker = newTracker({ behaviour: { fixAfterMs: 60_000 } });
  await tracker.start();
  await tracker.report();
  endpoint.command('Trace_0001', commandOf('getLocation', { maxAge: 300 }));
  await untilReplies(1);
  expect(lastResult()).toMatchObject({ location: { latitude: -33.8688 } });
  endpoint.command('Trace_0001', commandOf('getLocation', { maxAge: 300, freshOnly: true, timeout: 1_000 }));
  await untilReplies(2);
  expect(lastResult()).toMatchObject({ location: { latitude: 0 } });
});

test('a command runs at most once per request id and never after its expiry [CTRL-04]', async () => {
  const tracker = newTracker();
  const ignored: string[] = [];
  tracker.on('ignored', (reason) => ignored.push(reason));
  await tracker.start();
  const command = commandOf('getStatus');
  endpoint.command('Trace_0001', command, 1);
  endpoint.command('Trace_0001', command, 2);
  endpoint.command('Trace_0001', commandOf('getStatus', {}, Date.now() - 1), 3);
  const isAcknowledged = (): boolean => endpoint.packets.filter((packet) => packet.cmd === 'puback').length === 3;
  await endpoint.until('all three deliveries were acknowledged', isAcknowledged);
  await untilReplies(1);
  await tracker.report();
  expect(replies()).toHaveLength(1);
  expect(ignored).toEqual(['repeated', 'expired']);
});

test('a tracker answers getLogs, refuses wrong parameters and drops unreadable commands', async () => {
  const tracker = newTracker();
  const ignored: string[] = [];
  tracker.on('ignored', (reason) => ignored.push(reason));
  await tracker.start();
  endpoint.command('Trace_0001', { broken: true });
  endpoint.command('Trace_0001', commandOf('getLogs', { limit: 1_000 }));
  endpoint.command('Trace_0001', commandOf('getLogs', { limit: 5 }));
  await untilReplies(2);
  expect(ignored).toEqual(['unreadable']);
  expect(replies()[0]?.['result']).toMatchObject({ success: false, error: 'Invalid parameters' });
  expect(replies()[1]?.['result']).toMatchObject({ success: true, logs: expect.any(Array) });
});

test('a tracker can ignore a command or fail with an error text of its own', async () => {
  const failsOn = { enableLiveGps: 'GPS module is busy' };
  await newTracker({ behaviour: { silentOn: ['getLocation'], failsOn } }).start();
  endpoint.command('Trace_0001', commandOf('getLocation'));
  endpoint.command('Trace_0001', commandOf('enableLiveGps', { interval: 10_000, leaseSec: 90 }));
  await untilReplies(1);
  expect(replies()).toHaveLength(1);
  expect(lastResult()).toEqual({ success: false, error: 'GPS module is busy' });
});

test('a restart is answered first; then the tracker comes back with the next boot and seq 0', async () => {
  const tracker = newTracker();
  const boots: number[] = [];
  tracker.on('booted', (boot) => boots.push(boot));
  await tracker.start();
  endpoint.command('Trace_0001', commandOf('restart'));
  await endpoint.until(
    'the tracker is back',
    () => endpoint.connects.length === 2 && tracker.state().phase === 'online',
  );
  expect(lastResult()).toMatchObject({ success: true });
  expect(boots).toEqual([2]);
  await endpoint.until('it talks', () => endpoint.arrived.some((arrived) => arrived.body?.['boot'] === 2));
  const first = endpoint.arrived.find((arrived) => arrived.body?.['boot'] === 2);
  expect(first?.body).toMatchObject({ seq: 0, status: 'online' });
});

test('after a cut all unacknowledged messages come again, marked as repeats, with the same bytes', async () => {
  const tracker = newTracker();
  await tracker.start();
  await tracker.report();
  endpoint.isAcknowledging = false;
  const isAcknowledged = tracker.report();
  await endpoint.until('it was sent', () => arrivals('location').length === 2);
  endpoint.isAcknowledging = true;
  endpoint.cutAll();
  expect(await isAcknowledged).toBe(true);
  const [, sent, repeated] = arrivals('location');
  expect(sent?.packet.dup).toBe(false);
  expect(repeated?.packet).toMatchObject({ dup: true, messageId: sent?.packet.messageId });
  expect(repeated?.packet.payload).toEqual(sent?.packet.payload);
});

test('positions taken without a connection are kept and sent as backlog', async () => {
  const tracker = newTracker();
  await tracker.start();
  endpoint.connectCode = 3;
  endpoint.cutAll();
  await endpoint.until('the loss was seen', () => tracker.state().phase === 'connecting');
  const isAcknowledged = tracker.report();
  endpoint.connectCode = 0;
  expect(await isAcknowledged).toBe(true);
  expect(arrivals('location').at(-1)?.body).toMatchObject({ source: 'backlog', fix: true });
});

test('a panic overtakes waiting messages and uses a separate sequence', async () => {
  const tracker = newTracker();
  await tracker.start();
  await endpoint.until('it has greeted', () => endpoint.arrived.length === 2);
  endpoint.isAcknowledging = false;
  for (let count = 0; count < 40; count += 1) void tracker.report();
  const isAcknowledged = tracker.press('panic');
  endpoint.isAcknowledging = true;
  endpoint.cutAll();
  expect(await isAcknowledged).toBe(true);
  const firstSendings = endpoint.arrived.filter((arrived) => !arrived.packet.dup).map((arrived) => arrived.kind);
  expect(firstSendings.indexOf('event')).toBeLessThanOrEqual(22);
  expect(arrivals('event').at(-1)?.body).toMatchObject({ kind: 'panic', seq: 0, lat: -33.8688 });
});

test('a tracker throttles a long backlog to the pace of the protocol, but sends a panic at once', async () => {
  const tracker = newTracker({ pace: { burst: 10, perSec: 50 } });
  await tracker.start();
  const startedAtMs = performance.now();
  const backlog = Array.from({ length: 40 }, () => tracker.report());
  await tracker.press('panic');
  await Promise.all(backlog);
  const kinds = endpoint.arrived.map(({ kind }) => kind);
  const positionsFirst = kinds.slice(0, kinds.indexOf('event')).filter((kind) => kind === 'location');
  expect(positionsFirst.length).toBeLessThan(15);
  expect(performance.now() - startedAtMs).toBeGreaterThan(500);
  expect(arrivals('location').map((arrived) => arrived.body?.['seq'])).toEqual(Array.from(backlog, (_, n) => n + 2));
});
