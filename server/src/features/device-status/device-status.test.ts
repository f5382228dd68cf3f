import { randomUUID } from 'node:crypto';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { pingDevice } from '@trace/contract/ping/ping.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { connectByHand, type HandDevice, type HandDeviceOptions } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';
import { connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
const devices: HandDevice[] = [];

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
});
afterAll(() => portal.stop());

async function deviceOfUser(options: HandDeviceOptions = {}): Promise<HandDevice> {
  user = await portal.person();
  const device = await connectByHand(portal, options);
  devices.push(device);
  await registerDevice(portal, device.serial, installer, user);
  return device;
}

const comesBack = async (serial: string, boot?: number): Promise<HandDevice> => {
  const device = await connectByHand(portal, { serial, ...(boot === undefined ? {} : { boot }) });
  devices.push(device);
  return device;
};

async function statusNow(): Promise<DeviceStatusView> {
  const { statuses } = await user.api.call(listStatuses, {});
  return statuses[0]!;
}

const untilStatus = (status: string): Promise<DeviceStatusView> =>
  eventually(statusNow, (view) => view.status === status);
const beat = (more: object = {}): object => ({ status: 'online', intervalSec: 60, networkType: 'lte', ...more });
const getStatus = (person: SignedIn, serialNumber: string) =>
  person.api.call(deviceStatusFunction, { body: { serialNumber, action: 'getStatus' } });

test('a registered device without any message is awaited [STAT-01]', async () => {
  user = await portal.person();
  const tracker = await connectTracker(portal);
  await tracker.stop();
  await registerDevice(portal, tracker.serial, installer, user);
  expect(await statusNow()).toMatchObject({
    status: 'awaiting',
    lastSeen: null,
    connectivity: false,
    network: 'disconnected',
  });
  expect(await getStatus(user, tracker.serial)).toMatchObject({ status: 'awaiting', timeSinceLastHeartbeat: null });
});

test.each([
  ['online', beat(), { status: 'online', connectivity: true, sleepModeActive: false }],
  [
    'error',
    beat({ status: 'error', lastError: 'GPS module is off' }),
    { status: 'error', connectivity: true, lastError: 'GPS module is off' },
  ],
  ['updating', beat({ status: 'updating' }), { status: 'updating', connectivity: true }],
  [
    'online with its sleep mode switched on',
    beat({ sleepModeEnabled: true }),
    { status: 'online', sleepModeEnabled: true, sleepModeActive: false },
  ],
  ['configured', beat({ configApplied: true }), { status: 'online', configApplied: true }],
])('a heartbeat of a device that is %s is shown [STAT-01]', async (_what, fields, expected) => {
  const device = await deviceOfUser();
  await device.say('heartbeat', fields);
  expect(await statusNow()).toMatchObject(expected);
});

test('a device that announces sleep is sleeping until wake time plus grace, then offline [STAT-01] [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  await device.say('status', { status: 'sleeping', wakeInSec: 60 });
  device.cut();
  const wakesAt = new Date(portal.clock.now().getTime() + 60_000).toISOString();
  expect(await untilStatus('sleeping')).toMatchObject({
    sleepModeActive: true,
    connectivity: false,
    network: 'disconnected',
    expectedAt: wakesAt,
  });
  await portal.clock.advance((60 + 299) * 1_000);
  expect((await statusNow()).status).toBe('sleeping');
  await portal.clock.advance(2_000);
  expect((await statusNow()).status).toBe('offline');
  await comesBack(device.serial);
  expect(await untilStatus('online')).toMatchObject({ connectivity: true });
});

test.each([
  ['ethernet', 'ethernet'],
  ['cellular', 'sim'],
  ['lte', 'sim'],
  [null, 'disconnected'],
])('the network %s is labelled %s, and disconnected when the device is gone [STAT-02]', async (networkType, label) => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat({ networkType }));
  expect(await statusNow()).toMatchObject({ networkType, network: label, connectivity: true });
  device.cut();
  expect(await untilStatus('offline')).toMatchObject({ network: 'disconnected', connectivity: false });
});

test('the function device-status returns every field [STAT-03]', async () => {
  const device = await deviceOfUser();
  await device.say(
    'heartbeat',
    beat({
      configApplied: true,
      sleepModeEnabled: true,
      liveGps: { enabled: true, intervalMs: 10_000 },
      lastError: 'SIM is weak',
    }),
  );
  const lastSeen = portal.clock.now().toISOString();
  await portal.clock.advance(42_000);
  expect(await getStatus(user, device.serial)).toEqual({
    success: true,
    status: 'online',
    sleepModeActive: false,
    sleepModeEnabled: true,
    networkType: 'lte',
    configApplied: true,
    connectivity: true,
    liveGpsEnabled: true,
    lastSeen,
    timeSinceLastHeartbeat: 42,
    lastError: 'SIM is weak',
  });
});

test('a heartbeat over the web is refused for every user and changes no status [STAT-03]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat({ status: 'error' }));
  for (const person of [user, installer, await portal.person()]) {
    const body = { serialNumber: device.serial, action: 'heartbeat' };
    const answer = await rawCall(portal, { method: 'POST', path: '/functions/v1/device-status', body, person });
    expect([answer.status, refusalIn(answer).field]).toEqual([403, 'body.action']);
  }
  expect((await statusNow()).status).toBe('error');
});

test('the status of a foreign device is refused like the status of an unknown device [STAT-03]', async () => {
  const device = await deviceOfUser();
  const stranger = await portal.person();
  const answers = await Promise.all(
    [device.serial, 'Trace_nowhere'].map((serial) =>
      getStatus(stranger, serial).catch((error: ApiError) => error.refusal),
    ),
  );
  expect(answers).toEqual([
    expect.objectContaining({ code: 'not_found' }),
    expect.objectContaining({ code: 'not_found' }),
  ]);
  expect((await stranger.api.call(listStatuses, {})).statuses).toEqual([]);
});

test('a status change is pushed to open pages of people with access only [STAT-04]', async () => {
  const device = await deviceOfUser();
  const stranger = await portal.person();
  const [mine, installers, foreign] = await Promise.all(
    [user, installer, stranger].map((person) => openStream(portal, person)),
  );
  await device.say('heartbeat', beat({ status: 'error', lastError: 'GPS' }));
  for (const stream of [mine!, installers!]) {
    const pushed = await eventually(
      () => stream.of<DeviceStatusView>('device-status').filter((view) => view.serialNumber === device.serial),
      (views) => views.at(-1)?.status === 'error',
    );
    expect(pushed.at(-1)).toEqual(await statusNow());
  }
  device.cut();
  await eventually(
    () => mine!.of<DeviceStatusView>('device-status').at(-1)?.status,
    (status) => status === 'offline',
  );
  expect(foreign!.of('device-status')).toEqual([]);
  for (const stream of [mine!, installers!, foreign!]) stream.close();
});

test('an open page is notified when a device becomes silent [STAT-04] [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  const stream = await openStream(portal, user);
  await portal.clock.advance(126_000);
  const pushed = await eventually(
    () => stream.of<DeviceStatusView>('device-status').at(-1),
    (view) => view?.status === 'offline',
  );
  expect(pushed).toEqual(await statusNow());
  stream.close();
});

test('a device is offline at once when the connection is cut [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  const lastSeen = portal.clock.now().toISOString();
  device.cut();
  expect(await untilStatus('offline')).toMatchObject({ lastSeen });
});

test.each([
  ['every 60 s', beat(), 124, 2],
  ['every 30 s with a hub', beat({ intervalSec: 30, hubLinked: true }), 64, 2],
  ['far apart', beat({ intervalSec: 3_600 }), 149, 2],
  ['far apart with a hub', beat({ intervalSec: 3_600, hubLinked: true }), 89, 2],
])(
  'a device with heartbeats %s goes offline by the clock after the last message [STAT-05]',
  async (_what, fields, lastOnlineSec, laterSec) => {
    const device = await deviceOfUser();
    await device.say('heartbeat', fields);
    await portal.clock.advance(lastOnlineSec * 1_000);
    expect((await statusNow()).status).toBe('online');
    await portal.clock.advance(laterSec * 1_000);
    expect((await statusNow()).status).toBe('offline');
  },
);

test('positions alone keep a device online [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  for (let minute = 0; minute < 4; minute += 1) {
    await portal.clock.advance(60_000);
    await device.say('location', { lat: -33.8, lng: 151.2 });
  }
  expect((await statusNow()).status).toBe('online');
});

const place = { lat: -33.8, lng: 151.2 };

test('a clock is wrong since the first position of an unknown time, until the first message with a right time [STAT-03]', async () => {
  const device = await deviceOfUser();
  const stream = await openStream(portal, user);
  await device.say('heartbeat', beat());
  expect((await statusNow()).clockWrongSince).toBeNull();
  const since = portal.clock.now().toISOString();
  await device.say('location', { ...place, ts: 0 });
  await portal.clock.advance(2_000);
  await device.say('heartbeat', beat({ ...atTime(2 * 86_400) }));
  expect((await statusNow()).clockWrongSince).toBe(since);
  await device.say('location', place);
  await portal.clock.advance(1_000);
  const pushed = await eventually(
    () => stream.of<DeviceStatusView>('device-status').map((view) => view.clockWrongSince),
    (all) => all.at(-1) === null && all.includes(since),
  );
  expect(pushed[0]).toBeNull();
  expect((await statusNow()).clockWrongSince).toBeNull();
  stream.close();
});

test('a wrong clock is known by how much until it is right, and a device without a time has no such number [STAT-03] [REG-15]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat({ ts: portal.clock.now().getTime() + 2 * 86_400_000 }));
  expect(await statusNow()).toMatchObject({ clockOffSec: 2 * 86_400 });
  await device.say('heartbeat', beat({ ts: portal.clock.now().getTime() - 40 * 86_400_000 }));
  expect(await statusNow()).toMatchObject({ clockOffSec: -40 * 86_400 });
  await device.say('heartbeat', beat({ ts: 0 }));
  expect(await statusNow()).toMatchObject({ clockWrongSince: expect.any(String) as string, clockOffSec: null });
  await device.say('heartbeat', beat({ ts: 1 }));
  await device.say('heartbeat', beat());
  expect(await statusNow()).toMatchObject({ clockWrongSince: null, clockOffSec: null });
});

test('a clock is right when the last position within a second has a right time [STAT-03]', async () => {
  const device = await deviceOfUser();
  await device.say('location', place);
  await portal.clock.advance(1_000);
  await device.say('location', { ...place, ts: 0 });
  await device.say('location', place);
  await portal.clock.advance(1_000);
  expect((await statusNow()).clockWrongSince).toBeNull();
});

test('a connected device is offline after a long silence, and online once a ping succeeds [PING-03] [STAT-01]', async () => {
  const device = await deviceOfUser();
  await device.listen();
  await device.say('heartbeat', beat());
  await portal.clock.advance(126_000);
  expect(await statusNow()).toMatchObject({ status: 'offline', connectivity: false });
  expect(device.isClosed()).toBe(false);

  const id = randomUUID();
  const pinged = user.api.call(pingDevice, { params: { serial: device.serial }, body: { id } });
  const [asked] = await eventually(
    () => device.commands(),
    (commands) => commands.length > 0,
  );
  await device.answer(asked!, { success: true, location: { latitude: -33.84, longitude: 151.21 } });
  expect(await pinged).toMatchObject({ outcome: 'located' });
  expect(await statusNow()).toMatchObject({ status: 'online', connectivity: true, network: 'sim' });
});

test('a stale end of an older connection changes no status [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  const second = await comesBack(device.serial);
  await eventually(device.isClosed, Boolean);
  await second.say('heartbeat', beat({ seq: 50 }));
  device.cut();
  await second.say('heartbeat', beat({ seq: 51, batteryPct: 61 }));
  expect(await statusNow()).toMatchObject({ status: 'online', network: 'sim', batteryPct: 61 });
});

/** A time of the device's clock, in seconds from now. */
const atTime = (sec: number): { ts: number } => ({ ts: portal.clock.now().getTime() + sec * 1_000 });

async function countedAnew(): Promise<number> {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text();
  return Number(/^trace_device_counter_resets_total (\d+)$/m.exec(metrics)![1]);
}

const resetsOf = (serial: string): object[] =>
  portal
    .logged()
    .map((line) => JSON.parse(line) as { serial?: string; msg: string })
    .filter((line) => line.serial === serial && line.msg.startsWith('Message counter of a device fell back'));

test('status follows a device whose heartbeat once had a broken boot [STAT-05]', async () => {
  const device = await deviceOfUser();
  const before = await countedAnew();
  await device.say('heartbeat', beat({ boot: 18, seq: 1, batteryPct: 80 }));
  await device.say('heartbeat', beat({ boot: 4_294_967_295, seq: 2, batteryPct: 10 }));
  for (let seq = 3; seq < 9; seq += 1) {
    await portal.clock.advance(60_000);
    await device.say('heartbeat', beat({ boot: 18, seq, batteryPct: 80 - seq }));
  }
  expect(await statusNow()).toMatchObject({ status: 'online', batteryPct: 72 });
  expect(await countedAnew()).toBe(before + 1);
  expect(resetsOf(device.serial)).toMatchObject([{ boot: 18, seq: 8, previousBoot: 4_294_967_295, previousSeq: 2 }]);
});

test('status follows a device that counts from (1, 0) again, and ignores late repeats from before [STAT-05]', async () => {
  const device = await deviceOfUser();
  const late = beat({ boot: 18, seq: 400, batteryPct: 80, ...atTime(0) });
  await device.say('heartbeat', late);
  device.cut();
  await portal.clock.advance(600_000);
  const again = await comesBack(device.serial, 1);
  await again.say('heartbeat', beat({ boot: 1, seq: 0, batteryPct: 33 }));
  expect(await statusNow()).toMatchObject({ status: 'online', batteryPct: 33 });
  await again.say('heartbeat', beat({ boot: 1, seq: 1, batteryPct: 32 }));
  await again.say('heartbeat', late);
  await again.say('heartbeat', beat({ boot: 1, seq: 0, status: 'error', batteryPct: 33, ...atTime(-60) }));
  expect(await statusNow()).toMatchObject({ status: 'online', batteryPct: 32 });
  expect(resetsOf(device.serial)).toHaveLength(1);
});

test('late repeats of an earlier boot update only the time of last contact [STAT-05]', async () => {
  const { serial } = await deviceOfUser();
  const backlog = [1, 2, 3].map((seq) => beat({ boot: 17, seq, status: 'error', batteryPct: 5, ...atTime(seq * 60) }));
  await portal.clock.advance(600_000);
  const device = await comesBack(serial, 18);
  await device.say('heartbeat', beat({ boot: 18, seq: 0, batteryPct: 80 }));
  await device.sayAtOnce('heartbeat', [...backlog, ...backlog]);
  await portal.clock.advance(600_000);
  const again = await comesBack(serial, 18);
  await again.sayAtOnce('heartbeat', [beat({ boot: 18, seq: 1, batteryPct: 79 }), ...backlog]);
  expect(await statusNow()).toMatchObject({ status: 'online', batteryPct: 79 });
  expect(resetsOf(serial)).toEqual([]);
});

test('an older heartbeat that arrives late updates only the time of last contact [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat({ seq: 20, batteryPct: 80 }));
  await portal.clock.advance(30_000);
  await device.say('heartbeat', beat({ seq: 19, status: 'error', batteryPct: 5 }));
  await device.say('heartbeat', beat({ boot: 0, seq: 99, status: 'updating', batteryPct: 6 }));
  expect(await statusNow()).toMatchObject({
    status: 'online',
    batteryPct: 80,
    lastSeen: portal.clock.now().toISOString(),
  });
});

test('a message from just before sleep does not wake the device, whatever the storing order [STAT-05]', async () => {
  const device = await deviceOfUser();
  await device.say('heartbeat', beat());
  await Promise.all([
    device.sayAtOnce('location', [{ lat: -33.8, lng: 151.2 }]),
    device.sayAtOnce('status', [{ status: 'online' }, { status: 'sleeping', wakeInSec: 600 }]),
  ]);
  await device.say('location', { seq: 2, lat: -33.81, lng: 151.2 });
  expect((await statusNow()).status).toBe('sleeping');
});
