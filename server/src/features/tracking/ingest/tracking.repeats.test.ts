import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import type { LocationMessage } from '@trace/contract/device-protocol/messages';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { assignedDevice, makeOldRelations, storedPositions } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import type { DeviceWithPeople } from '#features/devices/devices.port';
import type { DeviceMessage } from '#platform/devices/device-message';
import { credibleTime } from '#platform/devices/ingest/device-time';
import { createTrackingIngest } from './tracking.ingest.service.ts';

// A position whose repeat falls on the other side of an edge of the credible window gets another time, but must stay a
// single row.

let portal: Portal;
let installer: SignedIn;
let device: HandDevice;

const here = { lat: -33.8412, lng: 151.2103 };
const { newestAheadMs, oldestMs } = deviceProtocol;

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
beforeEach(async () => {
  device = await assignedDevice(portal, installer, undefined);
  await makeOldRelations(portal, device.serial);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const now = (): number => portal.clock.now().getTime();
const later = (ms: number): void => portal.clock.set(new Date(now() + ms));
const stored = () => storedPositions(portal, device.serial);

const edges: [string, number][] = [
  ['the newest edge, a second and a half ahead of it', newestAheadMs + 1_500],
  ['the oldest edge, a second and a half before it', -oldestMs + 1_500],
];

test.each(edges)('a position that is repeated across %s, is stored once [LIVE-09]', async (_edge, offMs) => {
  const position = { ...here, seq: 7, ts: now() + offMs };
  const receivedAt = portal.clock.now();
  await device.say('location', position);
  later(3_000);
  await device.say('location', position);
  await device.sayAtOnce('location', [position, { ...here, seq: 8, ts: now() }, position]);
  const rows = await stored();
  expect(rows.filter((row) => row.seq === 7)).toMatchObject([{ receivedAt }]);
  expect(rows).toHaveLength(2);
});

test.each(edges)('a position that is repeated long after %s, is stored once [LIVE-09]', async (_edge, offMs) => {
  const position = { ...here, seq: 7, ts: now() + offMs };
  await device.say('location', position);
  later(6 * 3_600_000);
  await device.say('location', position);
  await device.say('location', position);
  expect(await stored()).toHaveLength(1);
});

test('stores a backlog of a clock ten minutes fast once, as first received [LIVE-09]', async () => {
  const backlog = Array.from({ length: 20 }, (_, seq) => ({ ...here, seq, ts: now() + 600_000 + seq * 1_000 }));
  await device.sayAtOnce('location', backlog);
  const first = await stored();
  later(600_000);
  await device.sayAtOnce('location', [...backlog, { ...here, seq: 20, ts: now() }]);
  expect((await stored()).filter((row) => row.seq < 20)).toEqual(first);
  expect(await stored()).toHaveLength(21);
});

test('stores a skewed position and its repeats in a batch as a single row [LIVE-09]', async () => {
  const deviceId = await deviceIdOf();
  const ts = now() + newestAheadMs + 1_000;
  const copies = [0, 2_000, 4_000].map((ms) => located(deviceId, ts, new Date(now() + ms)));
  expect(copies.map((copy) => copy.skewed)).toEqual([true, false, false]);
  await (await serverOf('one')).store(copies);
  expect(await stored()).toMatchObject([{ skewed: true, receivedAt: copies[0]!.receivedAt }]);
});

test.each<[string, number]>([
  ['newest', newestAheadMs],
  ['oldest', -oldestMs],
])('stores a single row when two servers take copies across the %s edge at once [LIVE-09]', async (_edge, offMs) => {
  const deviceId = await deviceIdOf();
  const servers = await Promise.all(['one', 'two'].map(serverOf));
  for (let round = 0; round < 10; round += 1) {
    const ts = now() + offMs + round;
    const copies = [-1, 1].map((ms) => located(deviceId, ts, new Date(now() + round + ms), round));
    expect(copies.filter((copy) => copy.skewed)).toHaveLength(1);
    await Promise.all(servers.map((server, nth) => server.store([copies[nth]!])));
  }
  expect((await stored()).map((row) => row.seq).toSorted((one, other) => one - other)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});

test('another server knows within seconds that a device sent positions from ahead of time [LIVE-09]', async () => {
  const deviceId = await deviceIdOf();
  const [one, two] = await Promise.all(['one', 'two'].map(serverOf));
  await two!.store([located(deviceId, now(), portal.clock.now(), 1)]);
  const ts = now() + newestAheadMs + 60_000;
  await one!.store([located(deviceId, ts, portal.clock.now(), 2)]);
  later(120_000);
  await two!.store([located(deviceId, ts, portal.clock.now(), 2)]);
  expect((await stored()).map((row) => row.seq)).toEqual([1, 2]);
});

test('keeps positions with a wrong clock after a counter reset beside the earlier positions [LIVE-09]', async () => {
  const yearMs = 365 * 86_400_000;
  await device.say('location', { ...here, boot: 1, seq: 0, ts: now() - yearMs });
  later(60_000);
  await device.say('location', { ...here, boot: 1, seq: 0, ts: now() - yearMs });
  // Without any clock, the place distinguishes the positions.
  await device.say('location', { ...here, boot: 1, seq: 1, ts: 0 });
  later(60_000);
  await device.say('location', { lat: -34, lng: 151, boot: 1, seq: 1, ts: 0 });
  const { rows } = await sql`select from position_skewed where device_id = ${await deviceIdOf()}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(4);
});

test('another content near an edge is an equivocation, and the first stays [LIVE-09]', async () => {
  const position = { ...here, seq: 7, ts: now() + newestAheadMs - 1_000 };
  await device.say('location', position);
  await device.say('location', { ...position, lat: 40 });
  expect(await stored()).toMatchObject([here]);
  const { rows } = await sql`select from position_equivocation where device_id = ${await deviceIdOf()}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
});

async function deviceIdOf(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.id;
}

function located(deviceId: number, ts: number, receivedAt: Date, seq = 7): DeviceMessage<LocationMessage> {
  const message: LocationMessage = { v: 1, boot: 1, seq, ts, ...here };
  return { deviceId, serial: device.serial, connectionId: '', receivedAt, ...credibleTime(ts, receivedAt), message };
}

const withoutPeople = (deviceId: number): DeviceWithPeople => ({
  ...{ deviceId, serial: device.serial, name: device.serial },
  ...{ registeredAt: new Date(0), people: [] },
});

/** The storage of another server process. */
async function serverOf(name: string) {
  const { database } = portal.test;
  const lane = await database.lane(`test ${name}`);
  onTestFinished(() => lane.stop());
  const ingest = createTrackingIngest({
    ...{ database, clock: portal.clock, delivery: { deliver: () => {} } },
    devices: { everyoneOf: async (_tx, ids) => ids.map(withoutPeople) },
  });
  return {
    store: (messages: readonly DeviceMessage<LocationMessage>[]): Promise<unknown> =>
      lane.transaction((tx) => ingest.store(tx, messages, true)),
  };
}
