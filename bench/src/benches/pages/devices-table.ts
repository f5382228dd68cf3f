// IDEV-08: how long the device table of an installer with 100,000 devices takes over HTTP when searched, filtered,
// sorted and paged. A second installer has equally many devices. Each call has different parameters, so no call repeats
// an earlier answer.
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { tableSorts } from '@trace/contract/fleet/fleet.table.rules';
import type { TablePage } from '@trace/contract/fleet/fleet.table.schema';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import pg from 'pg';
import { percentile } from '../../equipment/measures/bench.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import type { CpuMeter } from '../../equipment/measures/cpu-meter.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { clickUntilRows } from '../../equipment/browser/rows-probe.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 100_000;
const SHORT_CALLS = 60;
const LONG_CALLS = 400;
const WARM_UP_CALLS = 20;
const FIRST_ROWS_CLICKS = 12;
/** The browser compiles the page's code at the first clicks. */
const WARM_UP_CLICKS = 2;
const DEVICES_PATH = '/installer/devices';

type Query = QueryOf<typeof listDeviceTable>;

/** Typical table queries by kind. Each function returns the nth variation. */
const kinds: Record<string, (nth: number) => Partial<Query>> = {
  list: (nth) => ({ sort: tableSorts[nth % tableSorts.length]! }),
  search: (nth) => ({ search: ['ute', `van ${nth}`, `user${nth}@`, 'trace', '00a', `4${nth % 10}`][nth % 6]! }),
  filter: (nth) =>
    ({
      ...[{ status: 'offline' }, { status: 'error' }, { network: 'ethernet' }, { assigned: 'none' }][nth % 4],
      sort: tableSorts[Math.floor(nth / 4) % tableSorts.length]!,
    }) as Partial<Query>,
};

export const devicesTableBench: Bench = {
  name: 'devices-table',
  run: async ({ isLong, nodeFlags }) => {
    const world = await startWorld({ devices: 0, nodeFlags });
    try {
      await fill(world);
      const client = await signInTo(world.ready());
      const meter = createCpuMeter(world);
      const calls = isLong ? LONG_CALLS : SHORT_CALLS;
      const figures: Figure[] = [];
      for (const [kind, queryOf] of Object.entries(kinds))
        figures.push(...(await measure(client, meter, kind, queryOf, calls)));
      return [...figures, ...(await measurePaging(client, meter, calls)), ...(await measureFirstRows(world))];
    } finally {
      await world.dispose();
    }
  },
};

/**
 * Inserts rows directly into the tables, because registration is not measured here. The user who signs in counts as the
 * installer of these devices.
 */
async function fill(world: World): Promise<void> {
  const { databaseUrl, person } = world.ready();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from person where email = $1', [person.email]);
    const owner = rows[0]!.id;
    await client.query(`update person set role = 'installer' where id = $1`, [owner]);
    await client.query(
      `insert into person (email, first_name, last_name, role, time_zone)
       select 'user' || n || '@post' || n % 50 || '.example', (array['Mia', 'Jonas', 'Zoe', 'Liam', 'Ava', 'Noah'])[1 + n % 6],
         (array['Novak', 'Okafor', 'Silva', 'Smith', 'Chen'])[1 + n % 5], 'user', 'UTC'
       from generate_series(1, $1::int) n`,
      [DEVICES / 2],
    );
    for (const [prefix, registrar] of [
      ['Trace_A', owner],
      ['Trace_Z', '00000000-0000-4000-8000-000000000001'],
    ]) {
      await client.query(
        `insert into device (serial, nickname, hub_id, registered_by, registered_at)
         select $2 || n, case when n % 3 > 0 then (array['Work ute', 'Trailer', 'Van', 'Excavator', 'Boat'])[1 + n % 5] || ' ' || n end,
           case when n % 2 = 0 then '00A' || to_hex(n) end, $3::uuid, now() - n * interval '1 minute'
         from generate_series(1, $1::int) n`,
        [DEVICES, prefix, registrar],
      );
    }
    await client.query(
      `insert into device_assignment (device_id, account_id, assigned_by, assigned_at)
       select d.id, p.id, $1::uuid, now() from (select id, row_number() over (order by id) as n from device where registered_by = $1) d
       join (select id, row_number() over () as n from person where email like 'user%@post%') p on p.n = d.n`,
      [owner],
    );
    await client.query(
      `update device_status set
         reported = case when device_id % 50 = 0 then 'error' when device_id % 10 = 0 then 'offline' when device_id % 7 = 0 then 'sleeping' else 'online' end,
         connected = device_id % 10 > 0, heard_at = now() - (device_id % 1000) * interval '1 second',
         silent_at = now() + interval '1 day', network_type = case when device_id % 20 = 1 then 'ethernet' else 'lte' end
       where device_id % 30 > 0`,
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function timed(client: PortalClient, query: Partial<Query>): Promise<{ ms: number; page: TablePage }> {
  const fromMs = performance.now();
  const page = await client.api.call(listDeviceTable, { query: { sort: 'lastSeen', limit: 25, ...query } });
  return { ms: performance.now() - fromMs, page };
}

async function measure(
  client: PortalClient,
  meter: CpuMeter,
  kind: string,
  queryOf: (nth: number) => Partial<Query>,
  calls: number,
): Promise<Figure[]> {
  const times: number[] = [];
  for (let nth = -WARM_UP_CALLS; nth < calls; nth += 1) {
    if (nth === 0) meter.begin();
    const { ms, page } = await timed(client, queryOf(nth + WARM_UP_CALLS));
    if (page.counts.total !== DEVICES) throw new Error(`the table has ${page.counts.total} devices, not ${DEVICES}`);
    if (nth >= 0) times.push(ms);
  }
  meter.end();
  return figuresOf(kind, times, meter);
}

/** Pages through the list by name, starting in the middle. */
async function measurePaging(client: PortalClient, meter: CpuMeter, calls: number): Promise<Figure[]> {
  const middle = Buffer.from(JSON.stringify(['device trace_a5', 1])).toString('base64url');
  const times: number[] = [];
  let after: string | null = middle;
  meter.begin();
  for (let call = 0; call < calls && after !== null; call += 1) {
    const { ms, page } = await timed(client, { sort: 'name', after });
    times.push(ms);
    after = page.next;
  }
  meter.end();
  return figuresOf('paging', times, meter);
}

/** From the click on 'Devices' to the frame with the first rows. */
async function measureFirstRows(world: World): Promise<Figure[]> {
  const browser = await launchBrowser('the first rows');
  if (browser === null) return [];
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, reducedMotion: 'reduce' });
    const { cookie } = await signInTo(world.ready());
    const [name = '', ...value] = cookie.split('; ')[0]!.split('=');
    await page.context().addCookies([{ name, value: value.join('='), url: world.url }]);
    await page.goto(`${world.url}/installer`);
    const times: number[] = [];
    for (let click = -WARM_UP_CLICKS; click < FIRST_ROWS_CLICKS; click += 1) {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const ms = await page.evaluate(clickUntilRows, DEVICES_PATH);
      if (click >= 0) times.push(ms);
      await page.goto(`${world.url}/installer`);
    }
    const note = `${times.length} clicks, each on a page that was opened anew`;
    return [
      { name: 'device table, click to first rows p50', value: percentile(times, 0.5), unit: 'ms', note },
      { name: 'device table, click to first rows max', value: Math.max(...times), unit: 'ms' },
    ];
  } finally {
    await browser.close();
  }
}

function figuresOf(kind: string, times: readonly number[], meter: CpuMeter): Figure[] {
  const { server, database } = meter.spent();
  const each = (sec: number): string => ((sec / times.length) * 1_000).toFixed(1);
  return [
    {
      name: `device table p50, ${kind}`,
      value: percentile(times, 0.5),
      unit: 'ms',
      note: `${times.length} calls; processor time each: server ${each(server)} ms, database ${each(database)} ms`,
    },
    { name: `device table p99, ${kind}`, value: percentile(times, 0.99), unit: 'ms' },
  ];
}
