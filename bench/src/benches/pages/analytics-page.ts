// ANA-06: how long the analytics page of support staff takes over HTTP with 100,000 devices and 10,000,000 pings: the
// counts of the page, and the charts of 90 days in a time zone of quarter hours.
import { getAnalytics, getCharts } from '@trace/contract/analytics/analytics.api';
import pg from 'pg';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 100_000;
const PINGS = 10_000_000;
const TICKETS = 20_000;
const CALLS = 30;
const WARM_UP_CALLS = 5;
const DAYS = 90;

export const analyticsPageBench: Bench = {
  name: 'analytics-page',
  run: async ({ nodeFlags }) => {
    const world = await startWorld({ devices: 0, nodeFlags });
    try {
      await fill(world);
      const { api } = await signInTo(world.ready());
      const total = (await api.call(getAnalytics, {})).devices.total;
      if (total !== DEVICES) throw new Error(`the page counts ${total} devices, not ${DEVICES}`);
      return [
        ...(await measure('analytics page', () => api.call(getAnalytics, {}))),
        ...(await measure('analytics charts', () => api.call(getCharts, { query: { days: DAYS } }))),
      ];
    } finally {
      await world.dispose();
    }
  },
};

/**
 * Inserts rows directly into the tables. The user who signs in becomes support staff. Tallies are inserted as the
 * scheduled task would store them, up to half an hour ago.
 */
async function fill(world: World): Promise<void> {
  const { databaseUrl, person } = world.ready();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(`update person set role = 'staff', time_zone = 'Asia/Kathmandu' where email = $1`, [
      person.email,
    ]);
    await client.query(
      `insert into support_staff (account_id, created_at, updated_at) select id, now(), now() from person where email = $1
       on conflict do nothing`,
      [person.email],
    );
    await client.query(
      `insert into device (serial, nickname, registered_by, registered_at)
       select 'Trace_B' || n, case when n % 3 > 0 then (array['Work ute', 'Trailer', 'Van', 'Boat'])[1 + n % 4] || ' ' || n % 5000 end,
         gen_random_uuid(), now() - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [DEVICES],
    );
    await client.query(
      `update device_status set heard_at = now() - (device_id % 40) * interval '1 hour', firmware = '2.' || device_id % 6`,
    );
    await client.query(
      `update device_analytics set country = (array['AU', 'NZ', 'GB', 'US', 'DE', null])[1 + device_id % 6],
         category = (array['truck', 'boat', 'van', 'uncategorized'])[1 + device_id % 4]`,
    );
    await insertPings(client);
    await client.query(
      `insert into ticket (id, account_id, subject, description, priority, created_at, updated_at, resolved_at)
       select gen_random_uuid(), gen_random_uuid(), 'No position since device ' || n || ' lost its battery', 'x',
         (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], at, at, case when n % 2 = 0 then at + interval '3 hours' end
       from generate_series(1, $1::int) n, lateral (select now() - n * interval '6 minutes' as at) times`,
      [TICKETS],
    );
    // The server's own count could run in between.
    await client.query('begin');
    await client.query('lock table analytics_progress, analytics_tally in exclusive mode');
    await client.query('delete from analytics_tally');
    await client.query(
      `insert into analytics_tally (at, series, count)
       select date_bin('15 minutes', finished_at, 'epoch'), 'pings.' || outcome, count(*) from ping
       where finished_at < date_bin('15 minutes', now() - interval '30 minutes', 'epoch') group by 1, 2`,
    );
    await client.query(
      `update analytics_progress set counted_until = date_bin('15 minutes', now() - interval '30 minutes', 'epoch')`,
    );
    await client.query('commit');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Builds the indexes after the rows, and writes no log ahead: the page reads an unlogged table like any other. */
async function insertPings(client: pg.Client): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'ping'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('alter table ping set unlogged');
  await client.query(
    `insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at, finished_at)
     select lpad(to_hex(n), 32, '0')::uuid, '00000000-0000-4000-8000-000000000001', n % $2, 'x', 'x',
       (array['located', 'no_fix', 'failed', 'unreachable', 'cancelled'])[1 + n % 5], at, at, at
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '0.77 seconds' as at) times`,
    [PINGS, DEVICES],
  );
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await client.query(definition);
}

async function measure(name: string, call: () => Promise<unknown>): Promise<Figure[]> {
  const times: number[] = [];
  for (let nth = -WARM_UP_CALLS; nth < CALLS; nth += 1) {
    const fromMs = performance.now();
    await call();
    if (nth >= 0) times.push(performance.now() - fromMs);
  }
  return [
    { name: `${name} p50`, value: percentile(times, 0.5), unit: 'ms', note: `${CALLS} calls` },
    { name: `${name} max`, value: Math.max(...times), unit: 'ms' },
  ];
}
