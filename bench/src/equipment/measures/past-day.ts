// A day of positions that is over, and its packing.
import path from 'node:path';
import pg from 'pg';
import { lookInto } from '../proofs/checker.ts';
import { repositoryRoot } from '../repository.ts';

export const POINTS_PER_DAY = 8_640;

export const packingScript = (serverDirectory = path.join(repositoryRoot, 'server')): string =>
  path.join(serverDirectory, 'src/cli/bench/pack-days.ts');

/** `YYYY-MM-DD`, UTC. */
export const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Inserts a position every ten seconds of a day for every device, with all values and the noise of a real receiver.
 * Devices take turns, as positions arrive.
 */
export async function fillPastDay(databaseUrl: string, day: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`update device_assignment set assigned_at = least(assigned_at, $1::timestamptz)`, [day]);
    await client.query(
      `create table if not exists position_${day.replaceAll('-', '')} partition of position
       for values from ('${day}T00:00:00Z') to ('${day}T00:00:00Z'::timestamptz + interval '1 day')`,
    );
    await client.query(
      `insert into position
       select d.id, t.at, 1764000000 + d.id, n,
         round((-33.8 + 0.2 * sin(n * 0.001 + d.id) + (random() - 0.5) * 1e-5)::numeric, 6)::float8,
         round((151.2 + 0.2 * cos(n * 0.0013 + d.id) + (random() - 0.5) * 1e-5)::numeric, 6)::float8,
         round((random() * 25)::numeric, 1), round((random() * 360)::numeric, 1), round((20 + random() * 60)::numeric, 1),
         round((3 + random() * 5)::numeric, 1), 8 + random() * 6, false,
         t.at + make_interval(secs => round((0.2 + random() * 0.4)::numeric, 3)::float8)
       from generate_series(0, $2::int - 1) n cross join device d
       cross join lateral (
         select $1::timestamptz + make_interval(secs => n * 10 + round((random() * 0.2)::numeric, 3)::float8) as at) t
       order by n, random()`,
      [`${day}T00:00:00Z`, POINTS_PER_DAY],
    );
    await client.query('vacuum analyze position');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

export interface PastDay {
  readonly rowBytes: number;
  readonly keyBytes: number;
  readonly packedBytes: number;
  /** Positions in rows, and in packed rows. */
  readonly rows: number;
  readonly packed: number;
  /** A sum over all values of all positions, wherever each is stored. */
  readonly content: string;
}

/** `day` has a partition of positions. */
export async function readPastDay(databaseUrl: string, day: string): Promise<PastDay> {
  const compact = day.replaceAll('-', '');
  const { rows } = await lookInto(databaseUrl, (client) =>
    client.query<PastDay>(
      `select pg_table_size('position_${compact}')::float8 as "rowBytes",
         pg_indexes_size('position_${compact}')::float8 as "keyBytes",
         coalesce(pg_total_relation_size(to_regclass('position_packed_${compact}')), 0)::float8 as "packedBytes",
         count(*) filter (where not "isPacked")::int as rows, count(*) filter (where "isPacked")::int as packed,
         coalesce(sum(hashtext("values"::text)::bigint), 0)::text as content
       from (
         select false as "isPacked", p::text as "values" from position_${compact} p
         union all
         select true, (k.device_id, one.*)::text from position_packed k
         cross join lateral unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m,
           k.accuracy_m, k.satellites, k.skewed, k.received_at) as one
         where k.day = '${day}'
       ) as stored`,
    ),
  );
  return rows[0]!;
}
