import {
  getAnalytics,
  getAnalyticsRun,
  listGroupDevices,
  updateAnalytics,
  updateAnalyticsFunction,
} from '@trace/contract/analytics/analytics.api';
import { UNKNOWN_COUNTRY } from '@trace/contract/analytics/analytics.rules';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { createTicket } from '@trace/contract/tickets/tickets.api';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hold } from '#testing/held-rows';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

let portal: Portal;
let staff: SignedIn;
let installer: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff', timeZone: 'Asia/Kathmandu' });
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(portal.test.database.sql)).rows;

interface NewDevice {
  nickname?: string | null;
  agoMs?: number;
  heardAgoMs?: number;
  place?: { lat: number; lng: number };
}

let serials = 0;

async function addDevice({ nickname = null, agoMs = 48 * HOUR_MS, heardAgoMs, place }: NewDevice = {}) {
  const before = (ms: number): Date => new Date(portal.clock.now().getTime() - ms);
  const [device] = await run(sql<{ id: number }>`
    insert into device (serial, nickname, registered_by, registered_at)
    values (${`Trace_count_${(serials += 1)}`}, ${nickname}, ${installer.id}, ${before(agoMs)}) returning id`);
  const { id } = device!;
  if (heardAgoMs !== undefined)
    await run(sql`update device_status set heard_at = ${before(heardAgoMs)} where device_id = ${id}`);
  if (place !== undefined)
    await run(sql`
      insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, at)
      values (gen_random_uuid(), ${id}, 'x', 'x', ${installer.id}, ${place.lat}, ${place.lng}, ${before(HOUR_MS)})`);
  return id;
}

const clear = (): Promise<unknown> => run(sql`delete from device`);
const read = () => staff.api.call(getAnalytics, {});
const update = async () => {
  await staff.api.call(updateAnalytics, { body: {} });
  await portal.app.jobs.runDue();
  return (await staff.api.call(getAnalyticsRun, {})).run;
};

const sydney = { lat: -33.8688, lng: 151.2093 };
const auckland = { lat: -36.8485, lng: 174.7633 };
const atSea = { lat: 0, lng: -140 };

test("counts devices, active devices, and registrations since the viewer's midnight [ANA-01]", async () => {
  await clear();
  // 00:00 UTC is 05:45 in Kathmandu.
  await addDevice({ agoMs: 5.7 * HOUR_MS, heardAgoMs: 23.9 * HOUR_MS });
  await addDevice({ agoMs: 5.8 * HOUR_MS, heardAgoMs: 24.1 * HOUR_MS });
  await addDevice({ agoMs: 0 });
  const replaced = await addDevice({ heardAgoMs: 0 });
  await run(sql`update device set replaced_at = now(), replaced_by = 'Trace_new' where id = ${replaced}`);
  expect((await read()).devices).toEqual({ total: 3, active: 1, newToday: 2, countries: 0 });
});

test('counts tickets by status and priority, and averages the hours to their resolution [ANA-01] [ANA-05]', async () => {
  await run(sql`delete from ticket`);
  expect((await read()).tickets).toMatchObject({ total: 0, averageResolutionHours: null, issueWords: [] });
  for (const [subject, priority] of [
    ['Battery battery empty', 'high'],
    ['The BATTERY is flat', 'urgent'],
    ['No map, no signal', 'high'],
  ] as const)
    await installer.api.call(createTicket, { body: { subject, description: 'x', priority, serialNumber: null } });
  await run(sql`
    update ticket set status = 'resolved', resolved_at = created_at + interval '90 minutes' where priority = 'high'`);
  expect((await read()).tickets).toMatchObject({
    ...{ total: 3, open: 1, resolved: 2, averageResolutionHours: 1.5 },
    byPriority: expect.arrayContaining([
      { priority: 'high', count: 2 },
      { priority: 'low', count: 0 },
    ]),
    byStatus: expect.arrayContaining([
      { status: 'resolved', count: 2 },
      { status: 'closed', count: 0 },
    ]),
    issueWords: [
      { word: 'battery', count: 2 },
      { word: 'empty', count: 1 },
      { word: 'flat', count: 1 },
      { word: 'signal', count: 1 },
    ],
  });
});

test('works out the country from the newest position and the category from the nickname [ANA-04] [ANA-02] [ANA-03]', async () => {
  await clear();
  const moved = await addDevice({ nickname: 'Work ute', place: sydney, heardAgoMs: 0 });
  await run(sql`
    insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, at)
    values (gen_random_uuid(), ${moved}, 'x', 'x', ${installer.id}, ${auckland.lat}, ${auckland.lng}, ${portal.clock.now()})`);
  for (let count = 0; count < 11; count += 1) await addDevice({ place: sydney });
  const lost = await addDevice({ nickname: 'Boat', place: atSea });
  expect(await update()).toMatchObject({ outcome: 'done', devicesTotal: 13, devicesDone: 13 });

  const { devices, byCountry, byCategory } = await read();
  expect(devices).toMatchObject({ total: 13, countries: 2 });
  expect(byCountry).toEqual([
    { country: 'AU', count: 11 },
    { country: 'NZ', count: 1 },
    { country: UNKNOWN_COUNTRY, count: 1 },
  ]);
  expect(byCategory).toEqual([
    { category: 'uncategorized', count: 11 },
    { category: 'boat', count: 1 },
    { category: 'truck', count: 1 },
  ]);
  const inAustralia = await staff.api.call(listGroupDevices, { query: { country: 'AU' } });
  expect([inAustralia.devices.length, inAustralia.total]).toEqual([10, 11]);
  expect(await staff.api.call(listGroupDevices, { query: { country: 'NZ' } })).toEqual({
    devices: [{ id: moved, nickname: 'Work ute', country: 'NZ', category: 'truck', isActive: true }],
    total: 1,
  });
  expect((await staff.api.call(listGroupDevices, { query: { category: 'boat' } })).devices).toMatchObject([
    { id: lost, country: UNKNOWN_COUNTRY, isActive: false },
  ]);
});

test('stores the country of a device and no position [ANA-04] [T57]', async () => {
  const columns = await run(sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'device_analytics' order by 1`);
  expect(columns.map(({ name }) => name)).toEqual(['category', 'country', 'device_id']);
  const answer = await rawCall(portal, { path: '/api/support/analytics/devices?country=AU', person: staff });
  expect(answer.text).not.toMatch(/33\.8|151\.2|Trace_|lat|lng/);
});

test('keeps the country of a device whose positions are gone [ANA-04]', async () => {
  await clear();
  await addDevice({ place: sydney });
  await update();
  await run(sql`delete from ping_location`);
  await update();
  expect((await read()).byCountry).toEqual([{ country: 'AU', count: 1 }]);
});

test('lists the ten most frequent nicknames and the ten newest activities [ANA-03] [ANA-05]', async () => {
  await clear();
  for (let kind = 1; kind <= 11; kind += 1)
    for (let count = 0; count < kind; count += 1) await addDevice({ nickname: `Name ${kind}` });
  await addDevice();
  const { nicknames, activity } = await read();
  expect(nicknames).toHaveLength(10);
  expect([nicknames[0], nicknames[9]]).toEqual([
    { nickname: 'Name 11', count: 11 },
    { nickname: 'Name 2', count: 2 },
  ]);
  expect(activity.slice(-1)[0]).toMatchObject({ action: 'login', email: expect.stringMatching(/@example\.com$/) });
  expect(activity.length).toBeLessThanOrEqual(10);
});

test('runs one update at a time, also when two start at once [ANA-04] [T70]', async () => {
  await clear();
  await addDevice();
  // After the runs of the tests before.
  await portal.clock.advance(1_000);
  const held = await hold(portal, sql`select from device_analytics for update`);
  const starts = await Promise.all(
    [updateAnalytics, updateAnalyticsFunction, updateAnalytics].map(({ path }) =>
      rawCall(portal, { method: 'POST', path, person: staff, body: {} }),
    ),
  );
  expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(starts.filter(({ status }) => status === 409)).toHaveLength(2);
  await held.release();
  await portal.app.jobs.runDue();
  expect(await update()).toMatchObject({ outcome: 'done', devicesDone: 1 });
  const audited = await run(sql<{ actorId: string; details: object }>`
    select actor_id, details from audit_log where action = 'analytics.update' order by id desc limit 1`);
  expect(audited).toEqual([{ actorId: staff.id, details: {} }]);
});

test('refuses devices of a country and a category at once, or of neither [ANA-02]', async () => {
  for (const query of ['', '?country=AU&category=car', '?country=au', '?category=spaceship'])
    expect((await rawCall(portal, { path: `/api/support/analytics/devices${query}`, person: staff })).status).toBe(400);
});

test('takes over from a run whose server died, and refreshes once a day [ANA-04] [T70]', async () => {
  const [dead] = await run(sql<{ id: string }>`
    insert into analytics_run (id, started_at, progressed_at, devices_total)
    values (gen_random_uuid(), ${portal.clock.now()}, ${portal.clock.now()}, 7) returning id`);
  portal.clock.set(new Date(portal.clock.now().getTime() + 25 * HOUR_MS));
  await portal.clock.advance(MINUTE_MS + 1);
  await portal.app.jobs.runDue();
  const { api } = await portal.person({ role: 'staff' });
  const newest = (await api.call(getAnalyticsRun, {})).run;
  expect(newest).toMatchObject({ outcome: 'done', devicesTotal: 1 });
  expect(await run(sql`select outcome from analytics_run where id = ${dead!.id}`)).toEqual([{ outcome: 'failed' }]);
});
