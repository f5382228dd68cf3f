import { done } from '@trace/contract/kernel/endpoint';
import { randomUUID } from 'node:crypto';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { ApiError } from '@trace/contract/kernel/client';
import { endAssignment as giveBack } from '@trace/contract/devices/assignment/devices.taken.api';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import type { LiveOutcome, Position } from '@trace/contract/tracking/tracking.schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment, endPremium } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice } from '#testing/trackers';
import { openStream, type OpenStream } from '#testing/sse';

let portal: Portal;
let installer: SignedIn;
const devices: HandDevice[] = [];
const streams: OpenStream[] = [];

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => portal.stop());

const premium = (): Promise<SignedIn> => portal.person({ premium: true });

async function deviceOf(user: SignedIn | undefined): Promise<HandDevice> {
  const device = await assignedDevice(portal, installer, user);
  devices.push(device);
  return device;
}

async function watches(person: SignedIn): Promise<OpenStream> {
  const stream = await openStream(portal, person);
  streams.push(stream);
  return stream;
}

const start = (person: SignedIn, serial: string, viewerId: string = randomUUID()): Promise<LiveOutcome> =>
  person.api.call(startLive, { params: { serial }, body: { viewerId } });
const stop = (person: SignedIn, serial: string, viewerId: string) =>
  person.api.call(stopLive, { params: { serial, viewerId } });
const renew = (person: SignedIn, serial: string, viewerId: string) =>
  person.api.call(renewLive, { params: { serial, viewerId } });
const named = (device: HandDevice, command: string): CommandMessage[] =>
  device.commands().filter((one) => one.command === command);
const asked = (device: HandDevice, command: string, count = 1): Promise<CommandMessage[]> =>
  eventually(
    () => named(device, command),
    (found) => found.length >= count,
  );
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: ApiError) => error.status,
  );

/** Starts to follow, and has the device say yes. */
async function follow(person: SignedIn, device: HandDevice): Promise<string> {
  const viewerId = randomUUID();
  const outcome = start(person, device.serial, viewerId);
  const [command] = await asked(device, 'enableLiveGps');
  await device.answer(command!, { success: true });
  expect(await outcome).toEqual({ outcome: 'tracking', wasOn: false, intervalMs: 10_000 });
  return viewerId;
}

/** Positions on their way to a page have arrived by now. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

let count = 0;
const report = (device: HandDevice): Promise<void> =>
  device.say('location', { lat: 1 + (count += 1) / 1_000, lng: 10 });
const seen = (stream: OpenStream, device: HandDevice): Position[] =>
  stream.of<Position>('position').filter((one) => one.serialNumber === device.serial);

test('starting sends enableLiveGps with parameters, and only once while live mode is on [LIVE-02]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  await follow(user, device);
  expect(named(device, 'enableLiveGps')).toMatchObject([
    { parameters: { interval: 10_000, priority: 'high', timeout: 30_000, leaseSec: 90 } },
  ]);
  expect(await start(user, device.serial)).toEqual({ outcome: 'tracking', wasOn: true, intervalMs: 10_000 });
  expect(named(device, 'enableLiveGps')).toHaveLength(1);
});

test('a refusal by the device cancels the start and shows the device error [LIVE-02]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const outcome = start(user, device.serial);
  const [command] = await asked(device, 'enableLiveGps');
  await device.answer(command!, { success: false, error: 'GPS antenna missing' });
  expect(await outcome).toEqual({ outcome: 'failed', message: 'GPS antenna missing' });
  await asked(device, 'disableLiveGps');
});

test('cancels the start when the device does not answer within 30 s [LIVE-02]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const outcome = start(user, device.serial);
  await asked(device, 'enableLiveGps');
  await portal.clock.advance(31_000);
  expect(await outcome).toEqual({ outcome: 'failed', message: null });
});

test('stop sends disableLiveGps once [LIVE-03]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const viewerId = await follow(user, device);
  expect(await stop(user, device.serial, viewerId)).toEqual(done);
  await asked(device, 'disableLiveGps');
  await stop(user, device.serial, viewerId);
  await portal.clock.advance(10_000);
  expect(named(device, 'disableLiveGps')).toMatchObject([{ parameters: {} }]);
});

test('refuses a free user on every route and pushes no position [LIVE-07] [T22]', async () => {
  const user = await portal.person();
  const device = await deviceOf(user);
  const stream = await watches(user);
  const params = { serial: device.serial };
  const calls = [
    start(user, device.serial),
    renew(user, device.serial, randomUUID()),
    user.api.call(getPath, { params }),
    user.api.call(listPositions, { params, query: { receivedSince: 0 } }),
  ];
  expect(await Promise.all(calls.map(statusOf))).toEqual([402, 402, 402, 402]);
  await report(device);
  await portal.clock.advance(1_000);
  await report(device);
  await stream.until('device-status');
  expect(seen(stream, device)).toEqual([]);
  expect(named(device, 'enableLiveGps')).toEqual([]);
});

test.each<[string, (user: SignedIn, device: HandDevice) => Promise<void>]>([
  ['premium', (user) => endPremium(portal, user)],
  ['the assignment', (_user, device) => endAssignment(portal, device.serial)],
])(
  'an open stream gets no position a second after %s ends, and the device gets disableLiveGps [LIVE-07]',
  async (_what, end) => {
    const user = await premium();
    const device = await deviceOf(user);
    const stream = await watches(user);
    await follow(user, device);
    await report(device);
    await eventually(
      () => seen(stream, device).length,
      (length) => length === 1,
    );
    await end(user, device);
    await portal.clock.advance(1_000);
    await report(device);
    await portal.clock.advance(5_000);
    await asked(device, 'disableLiveGps');
    expect(seen(stream, device)).toHaveLength(1);
    expect(stream.isOver()).toBe(false);
  },
);

test('premium that begins starts positions on the open stream [LIVE-07]', async () => {
  const user = await portal.person();
  const device = await deviceOf(user);
  const stream = await watches(user);
  await portal.app.subscription.grant({
    accountId: user.id,
    until: new Date(portal.clock.now().getTime() + 3_600_000),
    source: 'staff',
  });
  await portal.clock.advance(1_000);
  await report(device);
  const positions = await eventually(
    () => seen(stream, device),
    (found) => found.length > 0,
  );
  expect(positions).toMatchObject([{ lng: 10 }]);
});

test('pushes no position from before the own assignment, however late the position arrives [LIVE-07] [GUARD-07]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const stream = await watches(user);
  await device.say('location', { lat: 1, lng: 10, ts: portal.clock.now().getTime() - 60_000 });
  await device.say('location', { lat: 2, lng: 10 });
  await eventually(
    () => seen(stream, device).length,
    (length) => length > 0,
  );
  expect(seen(stream, device).map(({ lat }) => lat)).toEqual([2]);
});

test('two viewers share a device lease, and the device stops when the last viewer leaves [LIVE-08]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const first = await follow(user, device);
  const second = randomUUID();
  expect(await start(user, device.serial, second)).toMatchObject({ wasOn: true });
  await stop(user, device.serial, first);
  await portal.clock.advance(5_000);
  expect(named(device, 'disableLiveGps')).toEqual([]);
  await stop(user, device.serial, second);
  await asked(device, 'disableLiveGps');
});

test('a viewer that vanishes loses the lease after a minute, and the device stops [LIVE-08] [T51]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const viewerId = await follow(user, device);
  for (let half = 0; half < 3; half += 1) {
    await portal.clock.advance(30_000);
    await report(device);
    expect(await renew(user, device.serial, viewerId)).toEqual({ leased: true });
  }
  expect(named(device, 'disableLiveGps')).toEqual([]);
  await portal.clock.advance(66_000);
  await asked(device, 'disableLiveGps');
  expect(await renew(user, device.serial, viewerId)).toEqual({ leased: false });
});

test('renews the lease of a followed device before the lease ends [LIVE-08]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const viewerId = await follow(user, device);
  await report(device);
  for (let step = 0; step < 5; step += 1) {
    await portal.clock.advance(10_000);
    await report(device);
    await renew(user, device.serial, viewerId);
  }
  const [, second] = await asked(device, 'enableLiveGps', 2);
  expect(second!.parameters).toMatchObject({ leaseSec: 90 });
  expect(named(device, 'getLocation')).toEqual([]);
});

// The clock stands still, so the decisions who may follow are as old as the streams.
test('withholds the first position of a new user from the live page of the installer [GUARD-07] [T23]', async () => {
  const user = await premium();
  const device = await deviceOf(undefined);
  const page = await watches(installer);
  await follow(installer, device);
  await portal.clock.advance(1_000);
  await report(device);
  await eventually(
    () => seen(page, device).length,
    (count) => count === 1,
  );

  await assignDevice(portal, device.serial, installer, user);
  await report(device);
  await settled();

  expect(seen(page, device)).toHaveLength(1);
});

test('withholds the first position after giving back from the former user [GUARD-07] [T23]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const page = await watches(user);
  await follow(user, device);
  await portal.clock.advance(1_000);
  await report(device);
  await eventually(
    () => seen(page, device).length,
    (count) => count === 1,
  );

  await user.api.call(giveBack, { params: { serial: device.serial } });
  await report(device);
  await settled();

  expect(seen(page, device)).toHaveLength(1);
});

test('refuses to take over or end the viewer id of another person [LIVE-08]', async () => {
  const user = await premium();
  const device = await deviceOf(undefined);
  const viewerId = await follow(installer, device);
  await assignDevice(portal, device.serial, installer, user);
  expect(await statusOf(start(user, device.serial, viewerId))).toBe(404);
  await stop(user, device.serial, viewerId);
  expect(await statusOf(renew(installer, device.serial, viewerId))).toBe(403);
});

test('two concurrent starts both begin tracking [LIVE-08]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const both = [start(user, device.serial), start(user, device.serial)];
  const answerAll = async (): Promise<void> => {
    for (const command of named(device, 'enableLiveGps')) await device.answer(command, { success: true });
  };
  await asked(device, 'enableLiveGps');
  await eventually(
    async () => {
      await answerAll();
      await portal.clock.advance(0);
      return Promise.race([Promise.all(both), new Promise((resolve) => setTimeout(() => resolve(null), 20))]);
    },
    (outcomes) => outcomes !== null,
  );
  expect(await Promise.all(both)).toEqual([
    expect.objectContaining({ outcome: 'tracking' }),
    expect.objectContaining({ outcome: 'tracking' }),
  ]);
});

test('asks a device that does not push for its location every 10 s [LIVE-11]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  const stream = await watches(user);
  const viewerId = await follow(user, device);
  for (let step = 0; step < 12; step += 1) {
    await portal.clock.advance(5_000);
    await renew(user, device.serial, viewerId);
    const open = named(device, 'getLocation').slice(answered(device));
    for (const command of open) await answerLocation(device, command);
  }
  const asks = named(device, 'getLocation');
  expect(asks.length).toBeGreaterThanOrEqual(5);
  expect(asks.length).toBeLessThanOrEqual(6);
  for (const ask of asks)
    expect(ask.parameters).toEqual({
      priority: 'high',
      timeout: 30_000,
      freshOnly: true,
      reason: 'liveTracking',
      maxAge: 0,
    });
  await eventually(
    () => seen(stream, device).length,
    (length) => length === answered(device),
  );
  expect(seen(stream, device)[0]).toMatchObject({ fix: true, lng: 20 });
  const { positions } = await user.api.call(listPositions, {
    params: { serial: device.serial },
    query: { receivedSince: 0 },
  });
  expect(positions).toHaveLength(answered(device));
});

test('does not ask a device that pushes [LIVE-11]', async () => {
  const user = await premium();
  const device = await deviceOf(user);
  await follow(user, device);
  for (let step = 0; step < 4; step += 1) {
    await report(device);
    await portal.clock.advance(10_000);
  }
  expect(named(device, 'getLocation')).toEqual([]);
});

test('Last-Event-ID redelivers durable events of a lost connection [LIVE-09]', async () => {
  const user = await portal.person();
  const first = await watches(user);
  first.close();
  await endPremium(portal, user);
  await portal.app.subscription.grant({
    accountId: user.id,
    until: new Date(portal.clock.now().getTime() + 60_000),
    source: 'staff',
  });
  const second = await openStream(portal, user, first.lastId());
  streams.push(second);
  const pushed = await second.until<{ tier: string }>('subscription');
  expect(pushed.at(-1)!.tier).toBe('premium');
  expect(second.of('hello')).toEqual([expect.objectContaining({ complete: true })]);
});

const answers = new WeakMap<HandDevice, number>();
const answered = (device: HandDevice): number => answers.get(device) ?? 0;

async function answerLocation(device: HandDevice, command: CommandMessage): Promise<void> {
  await device.answer(command, { success: true, location: { latitude: 10 + answered(device) / 100, longitude: 20 } });
  answers.set(device, answered(device) + 1);
}
