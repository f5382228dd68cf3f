// SCALE-01: how long the path of the last 24 hours takes over HTTP when a million positions are stored, and the disk
// space of recent and of past days.
import { getPath } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import pg from 'pg';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { timeReads } from '../../equipment/people/timed-reads.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import { measurePastDay } from './path-past.ts';
import type { World } from '../../equipment/servers/world.ts';
import { POINTS_PER_DAY } from '../../equipment/measures/past-day.ts';

/** With a position every 10 s for 24 hours each: a million rows, or ten. */
const SHORT_DEVICES = 116;
const LONG_DEVICES = 1_160;
const HOURS = 24;
const OLD_QUERIES_END_WITHIN_MS = 60_000;
const WARM_UP_CALLS = 30;
const CALLS = 400;

export const pathBench: Bench = {
  name: 'path',
  run: async (settings) => {
    const devices = settings.isLong ? LONG_DEVICES : SHORT_DEVICES;
    const world = await startWorld({ devices, nodeFlags: settings.nodeFlags });
    try {
      await fill(world);
      const recent = [...(await measure(world, devices)), await measureDisk(world)];
      return settings.isLong ? recent : [...recent, ...(await measurePastDay(world, devices))];
    } finally {
      await world.dispose();
    }
  },
};

/** In parts, because a query of the server that looks for the newest position passes all uncommitted ones. */
const INSERT_HOUR = `
  insert into position (device_id, at, boot, seq, lat, lng, speed_mps, skewed, received_at)
  select d.id, t.at, 1, n, -33.8 + n * 1e-5, 151.2 + n * 1e-5, 12.5, false, t.at
  from generate_series($1::int * $3::int / $2::int + 1, $1::int * ($3::int + 1) / $2::int) n
  cross join lateral (select now() - make_interval(secs => ($1::int - n) * 10) as at) t
  cross join device d`;

/** A vacuum marks only pages that every running query sees. Without the marks a path reads each row instead of the key. */
async function hasNoOldQuery(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isFree: boolean }>(`
    select not exists (select from pg_stat_activity
      where pid <> pg_backend_pid() and backend_xmin::text::bigint < pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) as "isFree"`);
  return rows[0]?.isFree === true;
}

/** Inserts a day of positions for every device. Each assignment is older than that day. */
async function fill(world: World): Promise<void> {
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  await client.connect();
  try {
    await client.query(`update device_assignment set assigned_at = assigned_at - interval '3 days'`);
    for (let hour = 0; hour < HOURS; hour += 1) await client.query(INSERT_HOUR, [POINTS_PER_DAY, HOURS, hour]);
    if (!(await holdsWithin(OLD_QUERIES_END_WITHIN_MS, () => hasNoOldQuery(client))))
      throw new Error('a query from before the positions does not end');
    await client.query('vacuum analyze position');
    // Only a bench writes a million rows at once. The checkpoint keeps the pending writes out of the measurement.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Devices take turns, as positions arrive, so the pages of the key are half full. */
async function measureDisk(world: World): Promise<Figure> {
  const { rows } = await lookInto(world.ready().databaseUrl, (client) =>
    client.query<{ rowBytes: number; keyBytes: number; positions: number }>(
      `select sum(pg_table_size(inhrelid))::float8 as "rowBytes", sum(pg_indexes_size(inhrelid))::float8 as "keyBytes",
         (select count(*)::float8 from position) as positions
       from pg_inherits where inhparent = 'position'::regclass`,
    ),
  );
  const { rowBytes = 0, keyBytes = 0, positions = 0 } = rows[0] ?? {};
  const mb = (bytes: number): number => Math.round(bytes / positions);
  const note = `rows ${mb(rowBytes)} MB, key with coordinates ${mb(keyBytes)} MB`;
  return { name: 'disk per million recent positions', value: (rowBytes + keyBytes) / positions, unit: 'MB', note };
}

async function measure(world: World, devices: number): Promise<Figure[]> {
  const { cookie } = await signInTo(world.ready());
  const urlOf = (call: number): string =>
    world.ready().url + getPath.path.replace('{serial}', serialOf(((call * 37) % devices) + 1));
  const urls = Array.from({ length: WARM_UP_CALLS + CALLS }, (_, call) => urlOf(call));
  const times = await timeReads({ urls, cookie, warmUpReads: WARM_UP_CALLS });
  const points = await countPoints(urls[0] ?? '', cookie);
  // The 24 h window moves on during the requests.
  if (points < POINTS_PER_DAY * 0.95) throw new Error(`the path has ${points} points, not ${POINTS_PER_DAY}`);
  const rows = `10^${Math.round(Math.log10(devices * POINTS_PER_DAY))}`;
  return [
    {
      name: `24 h path p50, ${rows} rows`,
      value: percentile(times, 0.5),
      unit: 'ms',
      note: `${points} points, to the last byte`,
    },
    { name: `24 h path p99, ${rows} rows`, value: percentile(times, 0.99), unit: 'ms' },
  ];
}

async function countPoints(url: string, cookie: string): Promise<number> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`the path answered ${response.status}`);
  return unpackPath(getPath.answer.parse(await response.json())).at.length;
}
