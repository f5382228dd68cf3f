import type { Position } from '@trace/contract/tracking/tracking.schema';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, makeOldRelations, storedPositions } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;

const here = { lat: -33.8412, lng: 151.2103 };

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
beforeEach(async () => {
  user = await portal.person({ premium: true });
  device = await assignedDevice(portal, installer, user);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const now = (): number => portal.clock.now().getTime();
const stored = () => storedPositions(portal, device.serial);

async function countIn(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where device_id = (select id from device where serial = ${device.serial})`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.count;
}

async function quarantined(): Promise<{ kind: string; reason: string }[]> {
  const { rows } = await sql<{ kind: string; reason: string }>`
    select kind, reason from device_quarantine where serial = ${device.serial}`.execute(portal.test.database.sql);
  return rows;
}

test('stores a repeated position once [LIVE-09]', async () => {
  const position = { ...here, seq: 7, ts: now() };
  for (let count = 0; count < 3; count += 1) await device.say('location', position);
  await device.sayAtOnce('location', [position, position, { ...here, seq: 8, ts: now() }]);
  expect((await stored()).map((row) => row.seq)).toEqual([7, 8]);
  expect(await countIn('position_equivocation')).toBe(0);
});

test('records a repeat with another content as an equivocation and keeps the first [LIVE-09]', async () => {
  await device.say('location', { ...here, seq: 7, ts: now() });
  await device.say('location', { lat: 40, lng: -74, seq: 7, ts: now() });
  expect(await stored()).toMatchObject([{ seq: 7, ...here }]);
  expect(await countIn('position_equivocation')).toBe(1);
});

test('records two concurrent contents of a message as an equivocation [LIVE-09]', async () => {
  await device.say('location', { ...here, seq: 6, ts: now() });
  await device.sayAtOnce('location', [
    { ...here, seq: 6, ts: now() },
    { ...here, seq: 7, ts: now() },
    { lat: 40, lng: -74, seq: 7, ts: now() },
  ]);
  expect(await stored()).toMatchObject([
    { seq: 6, ...here },
    { seq: 7, ...here },
  ]);
  expect(await countIn('position_equivocation')).toBe(1);
});

test('stores a position with a clock six minutes ahead once, with the server time and a flag, despite repeats [LIVE-09] [T61]', async () => {
  await makeOldRelations(portal, device.serial);
  const position = { ...here, seq: 7, ts: now() + 6 * 60_000 };
  await device.say('location', position);
  const receivedAt = portal.clock.now();
  await portal.clock.advance(5_000);
  await device.say('location', position);
  await device.sayAtOnce('location', [position, position]);
  expect(await stored()).toEqual([expect.objectContaining({ seq: 7, at: receivedAt, receivedAt, skewed: true })]);
});

test('keeps positions of an unknown time from people: of clocks years wrong or none, and of a backlog of weeks [LIVE-09] [T61]', async () => {
  await makeOldRelations(portal, device.serial);
  const stream = await openStream(portal, user);
  const times = [now() - 365 * DAY_MS, now() + 365 * DAY_MS, now() - 31 * DAY_MS, now() + 2 * DAY_MS, 0];
  await device.sayAtOnce(
    'location',
    times.flatMap((ts, seq) => [
      { ...here, seq, ts },
      { ...here, seq, ts },
    ]),
  );
  await device.say('location', { ...here, lat: -34, seq: 9, ts: now() });
  const pushed = await stream.until<Position>('position');
  expect(pushed.map(({ lat }) => lat)).toEqual([-34]);
  expect((await stored()).map(({ seq }) => seq)).toEqual([9]);
  expect(await countIn('position_skewed')).toBe(times.length);
  stream.close();
});

test('keeps a position of a clock that is ahead from a user who is new to the device [LIVE-09] [GUARD-07]', async () => {
  await device.say('location', { ...here, seq: 7, ts: now() + 10 * 3_600_000 });
  expect(await stored()).toEqual([]);
});

/** Blocks the storage of positions while `work` runs, so that positions that arrive meanwhile form a single batch. */
async function whileStoringWaits(work: () => Promise<void>): Promise<void> {
  await portal.test.database.transaction(async (tx) => {
    await sql`lock table position in exclusive mode`.execute(tx);
    await work();
  });
}

async function skewedSoFar(): Promise<number> {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text();
  return Number(/^trace_device_skewed_total (\d+)$/m.exec(metrics)![1]);
}

test('stores a position with a wrong clock once when repeated before the first copy is stored [LIVE-09]', async () => {
  await makeOldRelations(portal, device.serial);
  const position = { ...here, seq: 7, ts: now() + 600_000 };
  const receivedAt = new Date(now() + 1_000);
  const before = await skewedSoFar();
  const said: Promise<void>[] = [];
  const sayAfterASecond = async (fields: object): Promise<void> => {
    await portal.clock.advance(1_000);
    const known = await skewedSoFar();
    said.push(device.say('location', fields));
    await eventually(skewedSoFar, (count) => count === known + 1);
  };
  await whileStoringWaits(async () => {
    said.push(device.say('location', { ...here, seq: 6, ts: now() + 600_000 }));
    await eventually(skewedSoFar, (count) => count === before + 1);
    await sayAfterASecond(position);
    await sayAfterASecond(position);
  });
  await Promise.all(said);
  expect(await stored()).toMatchObject([{ seq: 6 }, { seq: 7, at: receivedAt }]);
});

test('zero coordinates and fix: false store no position, mark the device online and show waiting [LIVE-05]', async () => {
  const stream = await openStream(portal, user);
  await portal.clock.advance(60_000);
  const heardAt = portal.clock.now().toISOString();
  await device.sayAtOnce('location', [{ lat: 0, lng: 0 }, { ...here, fix: false }, { fix: false }]);
  expect(await stored()).toEqual([]);
  await portal.clock.advance(1_000);
  const { statuses } = await eventually(
    () => user.api.call(listStatuses, {}),
    (known) => known.statuses[0]!.lastSeen === heardAt,
  );
  expect(statuses[0]!.status).toBe('online');
  const [pushed] = await stream.until<Position>('position');
  expect(pushed).toMatchObject({ fix: false, lat: null, lng: null });
  stream.close();
});

test('stores a position on the equator or on the Greenwich meridian [LIVE-05]', async () => {
  await device.sayAtOnce('location', [
    { lat: 0, lng: 103.8 },
    { lat: 51.5, lng: 0 },
  ]);
  expect(await stored()).toMatchObject([
    { lat: 0, lng: 103.8 },
    { lat: 51.5, lng: 0 },
  ]);
});

test.each<[string, object]>([
  ['a latitude beyond the pole', { lat: 90.01, lng: 0.1 }],
  ['a longitude beyond the date line', { lat: 1, lng: -180.5 }],
  ['a text as latitude', { lat: '1', lng: 1 }],
  ['a speed of light', { ...here, speedMps: 299_792_458 }],
])('quarantines %s, acknowledges the message and stores the neighbours [LIVE-09]', async (_what, bad) => {
  await device.sayAtOnce('location', [
    { ...here, seq: 1 },
    { ...bad, seq: 2 },
    { ...here, seq: 3 },
  ]);
  expect((await stored()).map((row) => row.seq)).toEqual([1, 3]);
  expect(await eventually(quarantined, (rows) => rows.length === 1)).toEqual([
    { kind: 'location', reason: expect.stringMatching(/^wrong_shape/) },
  ]);
});

test('stores positions around midnight UTC and 29 days old in the matching partitions [LIVE-09]', async () => {
  const midnight = Math.floor(now() / DAY_MS) * DAY_MS;
  const times = [now() - 29 * DAY_MS, midnight - 1, midnight, midnight + 1];
  await device.sayAtOnce(
    'location',
    times.map((ts, index) => ({ ...here, seq: index + 1, ts })),
  );
  expect((await stored()).map((row) => row.at.getTime())).toEqual(times);
  const { rows } = await sql<{ partition: string }>`
    select distinct tableoid::regclass::text as partition from position
    where device_id = (select id from device where serial = ${device.serial}) order by 1`.execute(
    portal.test.database.sql,
  );
  expect(rows.map((row) => row.partition.replace(/.*position_/, ''))).toEqual(
    [0, 1, 2].map((nth) => new Date(times[nth]!).toISOString().slice(0, 10).replaceAll('-', '')),
  );
});

test('stores an older position that arrives late in order of time [LIVE-09]', async () => {
  await device.say('location', { ...here, ts: now() });
  await device.say('location', { lat: -34, lng: 151, ts: now() - 60_000 });
  expect(await stored()).toMatchObject([{ lat: -34 }, { lat: here.lat }]);
});

test('creates the partition of a day before the day begins, however long the server runs [LIVE-09]', async () => {
  const inDays = (days: number): string =>
    new Date(now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  expect(await hasPlaceFor(inDays(2))).toBe(true);
  portal.clock.set(new Date(now() + 2 * DAY_MS));
  expect(await hasPlaceFor(inDays(2))).toBe(false);
  await portal.clock.advance(3_600_000);
  expect(await hasPlaceFor(inDays(2))).toBe(true);
});

async function hasPlaceFor(day: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where relname = ${`position_${day}`} and relnamespace = ${portal.test.schema}::regnamespace`.execute(
    portal.test.database.sql,
  );
  return rows.length === 1;
}
