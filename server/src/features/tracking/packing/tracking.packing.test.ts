// A packed day answers as its rows did, and no interruption, repeat or late position loses or doubles a position.
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { positionsOf, storeHistory } from '#testing/worlds/history-world';
import { archiveOldestDay, createPackedPartition, dropOldestArchivedDay } from '../ingest/tracking.partition.store.ts';
import { hasArchivedPositions } from '../tracking.archive.store.ts';
import { listOwnPositions } from '../tracking.person-data.store.ts';
import { listLastPositions } from '../tracking.places.store.ts';
import { createPacking, packRows } from './tracking.packing.service.ts';
import { lockPacking } from './tracking.packing.store.ts';

const here = { lat: -33.8412, lng: 151.2103 };
const DAY = '2026-04-10';
const noon = Date.parse(`${DAY}T12:00:00.000Z`);

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;
let id: number;

beforeAll(async () => {
  portal = await startPortal({}, undefined, new Date('2026-04-20T02:00:00.000Z'));
  installer = await portal.person({ role: 'installer' });
});
beforeEach(async () => {
  user = await portal.person({ premium: true });
  device = await assignedDevice(portal, installer, user);
  const { rows } = await run<{ id: number }>(sql`select id from device where serial = ${device.serial}`);
  id = rows[0]!.id;
  await run(sql`update device_assignment set assigned_at = '2025-01-01T00:00:00Z' where device_id = ${id}`);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const run = <Row>(statement: RawBuilder<Row>) => statement.execute(portal.test.database.sql);
const packing = () =>
  createPacking({ database: portal.app.database, clock: portal.clock, log: createLog({ level: 'silent' }) });
const pack = () => packing().packDue();

/** Number of the device's positions in rows and in packed days. */
async function counted(): Promise<[number, number]> {
  const { rows } = await run(sql<{ rows: number; packed: number }>`
    select (select count(*)::int from position where device_id = ${id}) as rows,
      (select coalesce(sum(positions), 0)::int from position_packed where device_id = ${id}) as packed`);
  return [rows[0]!.rows, rows[0]!.packed];
}

/** Every answer about the device's past. */
async function answers(): Promise<unknown> {
  const call = { params: { serial: device.serial } };
  const known = await user.api.call(listHistoryDays, call);
  const days = [];
  for (const day of known.days)
    days.push(await user.api.call(getHistoryDay, { params: { serial: device.serial, day } }));
  const file = await rawCall(portal, {
    path: `/api/devices/${device.serial}/history/export?from=2026-04-01&to=2026-04-20&format=csv`,
    person: user,
  });
  const { tracking } = (await user.api.call(downloadData, {})) as unknown as { tracking: unknown };
  const { sql: executor } = portal.app.database;
  const since = new Date(noon + 1);
  return {
    known,
    days,
    file: file.text,
    tracking,
    newest: await listLastPositions(executor, [
      { id, from: new Date(0) },
      { id, from: new Date(noon + 5 * DAY_MS) },
    ]),
    cut: await listOwnPositions(executor, id, since, { limit: 2, restored: [] }),
  };
}

test('every answer about a packed day is the same as before [PATH-03] [LIVE-09]', async () => {
  const seconds = [0, 1, 2, 3].map((second) => ({ ...here, at: new Date(noon + second * 1_000).toISOString() }));
  await storeHistory(portal, device.serial, [
    ...seconds,
    ...positionsOf('car-all-values', '2026-04-12T13:40:00.000Z'),
    { ...here, at: '2026-04-09T23:59:59.999Z', speedMps: 3.3 },
    { ...here, at: '2026-04-11T00:00:00.000Z', altitudeM: -12.25, satellites: 7 },
  ]);
  const before = await answers();
  const [rows] = await counted();
  await pack();
  expect(await counted()).toEqual([0, rows]);
  expect(await answers()).toEqual(before);
  expect(before).toMatchObject({ newest: [{ deviceId: id }], cut: [{}, {}] });
});

test('a repeat of a packed position changes nothing, and a late position joins its day [LIVE-09]', async () => {
  await device.say('location', { ...here, seq: 7, ts: noon });
  await pack();
  expect(await counted()).toEqual([0, 1]);
  await device.say('location', { ...here, seq: 7, ts: noon });
  await device.sayAtOnce('location', [
    { ...here, seq: 8, ts: noon + 1_000 },
    { ...here, seq: 7, ts: noon },
    { ...here, seq: 9, ts: portal.clock.now().getTime() },
    { lat: 40, lng: -74, seq: 7, ts: noon },
  ]);
  expect(await counted()).toEqual([2, 1]);
  const { rows } = await run(sql`select lat from position_equivocation where device_id = ${id}`);
  expect(rows).toEqual([{ lat: 40 }]);
  await pack();
  expect(await counted()).toEqual([1, 2]);
});

test('a repeat that arrives while its position is packed waits and changes nothing [LIVE-09]', async () => {
  await device.say('location', { ...here, seq: 7, ts: noon });
  let repeat: Promise<void> | undefined;
  await portal.app.database.transaction(async (tx) => {
    await createPackedPartition(tx, DAY);
    await lockPacking(tx);
    await packRows(tx, DAY, [id]);
    repeat = device.say('location', { ...here, seq: 7, ts: noon });
    await eventually(
      () => run(sql`select from pg_locks where locktype = 'advisory' and not granted`),
      ({ rows }) => rows.length > 0,
    );
  });
  await repeat;
  expect(await counted()).toEqual([0, 1]);
});

test('two processes that pack at once and a process that dies lose and double nothing', async () => {
  const seconds = [0, 1, 2, 3].map((second) => ({ ...here, at: new Date(noon + second * 1_000).toISOString() }));
  await storeHistory(portal, device.serial, seconds);
  await portal.app.database.transaction((tx) => createPackedPartition(tx, DAY));
  const dies = portal.app.database.transaction(async (tx) => {
    await packRows(tx, DAY, [id]);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  expect(await counted()).toEqual([4, 0]);
  await Promise.all([pack(), pack(), pack()]);
  expect(await counted()).toEqual([0, 4]);
});

test('rows stay when their packed form reads back with another value', async () => {
  await device.say('location', { ...here, seq: 7, ts: noon });
  await run(sql`create function damage() returns trigger language plpgsql
    as $$ begin new.speed_mps[1] := 1; return new; end $$`);
  await run(sql`create trigger damage before insert on position_packed for each row execute function damage()`);
  onTestFinished(async () => {
    await run(sql`drop function damage cascade`);
  });
  await expect(pack()).rejects.toThrow('a packed day differs');
  expect(await counted()).toEqual([1, 0]);
});

test('the disk space of packed rows is free again, and nothing is packed on the day of an upgrade', async () => {
  const many = Array.from({ length: 3_000 }, (_, nth) => ({ ...here, at: new Date(noon + nth * 1_000).toISOString() }));
  await storeHistory(portal, device.serial, many);
  await packing().packDueAfterUpgrade();
  expect(await counted()).toEqual([3_000, 0]);
  const bytes = async (): Promise<number> => {
    const { rows } = await run(sql<{ bytes: number }>`
      select pg_total_relation_size('position_20260410')::float8 as bytes`);
    return rows[0]!.bytes;
  };
  expect(await bytes()).toBeGreaterThan(400_000);
  await run(sql`update schema_migration set applied_at = applied_at - interval '25 hours' where name like '0126-%'`);
  // An open snapshot of another test file's database connection delays the vacuum.
  await eventually(
    async () => {
      await packing().packDueAfterUpgrade();
      return bytes();
    },
    (size) => size < 65_536,
  );
  expect(await counted()).toEqual([0, 3_000]);
});

test('a person leaves with the packed positions of their own time alone [SET-05] [RET-01]', async () => {
  const hours = [-1, 0, 1, 36, 37].map((hour) => ({ ...here, at: new Date(noon + hour * 3_600_000).toISOString() }));
  await storeHistory(portal, device.serial, hours);
  await pack();
  await run(sql`
    update device_assignment set assigned_at = ${new Date(noon)}, ended_at = ${new Date(noon + 1.5 * DAY_MS)}
    where device_id = ${id}`);
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await portal.app.jobs.runDue();
  const { rows } = await run(sql`select day::text, positions, cardinality(lng) as places from position_packed
    where device_id = ${id} order by day`);
  expect(rows).toEqual([
    { day: DAY, positions: 1, places: 1 },
    { day: '2026-04-12', positions: 2, places: 2 },
  ]);
});

test('positions that arrive after their user has left are deleted too [SET-05] [RET-01]', async () => {
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await portal.app.jobs.runDue();
  await device.say('location', { ...here, seq: 7, ts: noon });
  await device.say('location', { lat: 40, lng: -74, seq: 7, ts: noon });
  expect(await counted()).toEqual([1, 0]);
  const before = portal.clock.now();
  onTestFinished(() => portal.clock.set(before));
  portal.clock.set(new Date(before.getTime() + 31 * DAY_MS));
  await portal.app.jobs.runDue();
  expect(await counted()).toEqual([0, 0]);
  const { rows } = await run(sql`select from position_equivocation where device_id = ${id}`);
  expect(rows).toEqual([]);
});

test('packed days are archived, restored for the download, and dropped after two years [RET-01]', async () => {
  const [early, late] = ['2026-04-10T12:00:00Z', '2026-04-11T12:00:00Z'];
  await storeHistory(portal, device.serial, [
    { ...here, at: early },
    { ...here, at: late },
  ]);
  await pack();
  const before = new Date('2026-04-11T00:00:00Z');
  let moved = 0;
  for (let count = 1; count > 0; moved += count)
    count = await portal.app.database.transaction((tx) => archiveOldestDay(tx, before));
  expect(moved).toBeGreaterThan(0);
  expect(await counted()).toEqual([0, 1]);
  const restored = [{ fromAt: new Date('2026-04-01T00:00:00Z'), untilAt: new Date('2026-05-01T00:00:00Z') }];
  const own = () => listOwnPositions(portal.app.database.sql, id, new Date(0), { limit: 9, restored });
  expect((await own()).map(({ at }) => at)).toEqual([new Date(late), new Date(early)]);
  const isArchived = (day: string) =>
    hasArchivedPositions(portal.app.database.sql, {
      deviceId: id,
      fromAt: new Date(`${day}T00:00:00Z`),
      untilAt: new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS),
    });
  expect([await isArchived('2026-04-09'), await isArchived(DAY), await isArchived('2026-04-11')]).toEqual([
    false,
    true,
    false,
  ]);
  for (let count = 1; count > 0;)
    count = await portal.app.database.transaction((tx) => dropOldestArchivedDay(tx, before));
  expect((await own()).map(({ at }) => at)).toEqual([new Date(late)]);
});
