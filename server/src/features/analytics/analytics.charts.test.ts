import { getCharts } from '@trace/contract/analytics/analytics.api';
import { tallySeries } from '@trace/contract/analytics/analytics.rules';
import type { Charts } from '@trace/contract/analytics/analytics.schema';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldOldTallies } from './analytics.retention.service.ts';
import { startPortal, type Portal } from '#testing/portal';

/** Half past eleven in the evening in Kathmandu (UTC+5:45), in the week when clocks change in New York. */
const START = new Date('2026-03-10T17:45:00.000Z');
const DEVICES = 3_000;

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({}, undefined, START);
  await fill();
  await tally();
});
afterAll(() => portal.stop());

const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(portal.test.database.sql)).rows;

/** Two events at an odd minute, spread over 120 days up to now. */
async function fill(): Promise<void> {
  const at = sql`${START}::timestamptz - n * interval '57 minutes 36.1 seconds'`;
  await run(sql`
    insert into device (serial, registered_by, registered_at)
    select 'Trace_tally_' || n, gen_random_uuid(), ${at} from generate_series(0, ${DEVICES - 1}::int) n`);
  await run(sql`
    insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at, finished_at)
    select gen_random_uuid(), gen_random_uuid(), n, 'x', 'x',
      (array['located', 'no_fix', 'failed', 'unreachable', 'cancelled'])[1 + n % 5], ${at} - interval '1 hour', ${at}, ${at}
    from generate_series(0, ${DEVICES - 1}::int) n`);
  await run(sql`
    insert into ticket (id, subject, description, priority, created_at, updated_at, resolved_at)
    select gen_random_uuid(), 'x', 'x', (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], ${at}, ${at},
      case when n % 3 = 0 then ${at} end
    from generate_series(0, ${DEVICES - 1}::int) n`);
  await run(sql`
    insert into panic_event (source, source_event_id, kind, device_ids, received_at, has_wrong_clock, is_notified)
    select (array['tracker', 'drill', 'hub_queue', 'staff_test'])[1 + n % 4], n, 'panic', '{}', ${at}, false, true
    from generate_series(0, ${DEVICES - 1}::int) n`);
}

/** Each reader signs in now, because sessions end when the clock jumps. */
async function chartsOf(timeZone: string, days: 30 | 90): Promise<Charts> {
  const { api } = await portal.person({ role: 'staff', timeZone });
  return api.call(getCharts, { query: { days } });
}

const later = (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms));

/** Lets the scheduled task run that stores the tallies. Servers look for due tasks each minute. */
async function tally(): Promise<void> {
  later(16 * MINUTE_MS);
  await portal.clock.advance(MINUTE_MS + 1);
}

/** Counts all rows by calendar day of a time zone. */
async function fullCount(timeZone: string): Promise<Map<string, number>> {
  const rows = await run(sql<{ key: string; count: number }>`
    select series || ' ' || (at at time zone ${timeZone})::date as key, count(*)::int as count from (
      select 'devices.registered' as series, registered_at as at from device
      union all select 'pings.' || outcome, finished_at from ping where finished_at is not null
      union all select 'tickets.' || priority, created_at from ticket
      union all select 'tickets.resolved', resolved_at from ticket where resolved_at is not null
      union all select case when source in ('drill', 'staff_test') then 'panics.test' else 'panics.alarm' end, received_at from panic_event
    ) events where at <= ${portal.clock.now()} group by 1`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

test.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'UTC'])(
  'stored tallies and what happened since equal a full count for the days of %s [ANA-06]',
  async (timeZone) => {
    const charts = await chartsOf(timeZone, 90);
    const full = await fullCount(timeZone);
    expect(charts.days).toHaveLength(90);
    expect(charts.timeZone).toBe(timeZone);
    const counted = tallySeries.flatMap((series) =>
      charts.days.map((day, index) => [`${series} ${day}`, charts.tallies[series][index]]),
    );
    expect(counted).toEqual(counted.map(([key]) => [key, full.get(key as string) ?? 0]));
    expect(charts.tallies['devices.registered'].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2_000);
  },
);

test('counts what happened a moment ago, and moves to the new day at midnight of the viewer [ANA-06]', async () => {
  const before = await chartsOf('Asia/Kathmandu', 30);
  await run(sql`
    insert into device (serial, registered_by, registered_at)
    values ('Trace_tally_now', gen_random_uuid(), ${portal.clock.now()})`);
  const after = await chartsOf('Asia/Kathmandu', 30);
  const today = (charts: Charts): number => charts.tallies['devices.registered'].at(-1)!;
  expect(today(after)).toBe(today(before) + 1);
  later(HOUR_MS);
  const tomorrow = await chartsOf('Asia/Kathmandu', 30);
  expect([tomorrow.days.at(-2), today(tomorrow)]).toEqual([after.days.at(-1), 0]);
});

test('shows the last measurement of each day, and none for a day without the server [ANA-06]', async () => {
  await run(sql`update device_status set firmware = '2.0', heard_at = ${portal.clock.now()} where device_id % 2 = 0`);
  await tally();
  const [{ count }] = (await run(sql<{ count: number }>`select count(*)::int as count from device`)) as [
    { count: number },
  ];
  later(2 * DAY_MS);
  await run(sql`delete from device where serial like 'Trace_tally_1%'`);
  const { gauges, firmware } = await chartsOf('UTC', 30);
  expect(gauges['devices.total'].slice(-3)).toEqual([count, null, expect.any(Number)]);
  expect(gauges['devices.total'].at(-1)).toBeLessThan(count);
  expect(gauges['devices.active'].at(-1)).toBe(0);
  expect(firmware).toEqual([{ version: '2.0', counts: expect.arrayContaining([null]) }]);
});

test('keeps old tallies as sums of days without groups of fewer than five, and names nothing [RET-05] [T57]', async () => {
  later(300 * DAY_MS);
  await foldOldTallies({ clock: portal.clock, database: portal.test.database });
  const tallies = await run(sql<{ at: Date; series: string; count: number }>`
    select at, series, count from analytics_tally where at < ${START}`);
  expect(tallies.length).toBeGreaterThan(100);
  expect(tallies.filter(({ at }) => at.getTime() % DAY_MS !== 0)).toEqual([]);
  expect(tallies.filter(({ count }) => count < 5)).toEqual([]);
  const gauges = await run(sql<{ day: string; count: number }>`
    select at::date as day, count(*)::int as count from analytics_gauge
    where series = 'devices.total' group by 1`);
  expect(gauges.length).toBeGreaterThan(0);
  expect(gauges.filter(({ count }) => count !== 1)).toEqual([]);
  const columns = await run(sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('analytics_tally', 'analytics_gauge') order by 1`);
  expect(columns.map(({ name }) => name)).toEqual(['at', 'count', 'label', 'series']);
});
