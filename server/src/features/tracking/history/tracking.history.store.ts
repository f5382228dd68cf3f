import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { utcDayOf } from '../packing/tracking.packing.rules.ts';
import { encodedPlace, inPieces, instantAt, joinPieces, PER_DEGREE } from './tracking.encoded-points.store.ts';
import type { DayPoint } from './tracking.plausibility.rules.ts';

/** A span of time. The end is exclusive. */
export interface Span {
  readonly fromAt: Date;
  readonly toAt: Date;
}

/**
 * Returns which of these ascending spans contain a position of a device. Each span takes a single look-up in the key,
 * for any number of positions.
 */
export async function listSpansWithPositions(
  executor: Executor,
  deviceId: number,
  spans: readonly Span[],
): Promise<number[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<{ place: number }>`
    select s.place::int from unnest(${spans.map(({ fromAt }) => fromAt)}::timestamptz[],
      ${spans.map(({ toAt }) => toAt)}::timestamptz[]) with ordinality as s (from_at, to_at, place)
    cross join lateral (
      (select 1 from position
      where device_id = ${deviceId} and at >= s.from_at and at < s.to_at
        and at >= ${spans[0]!.fromAt} and at < ${spans.at(-1)!.toAt}
      order by at limit 1)
      union all
      -- The first or the last position of a packed day answers for all spans that reach an edge of that day.
      (select 1 from position_packed k
      where device_id = ${deviceId} and last_at >= s.from_at and first_at < s.to_at
        and day >= (s.from_at at time zone 'UTC')::date and day <= (s.to_at at time zone 'UTC')::date
        and (first_at >= s.from_at or last_at < s.to_at
          or exists (select from unnest(k.at) as one (at) where one.at >= s.from_at and one.at < s.to_at))
      limit 1)
      limit 1
    ) as found`.execute(executor);
  return rows.map(({ place }) => place - 1);
}

/** An encoded place, then speed in 0.1 m/s and accuracy in m in 2 bytes each. */
const POINT_BYTES = 20;
const PER_METRE = 10;
const MOST = 32_767;
const NOTHING = -1;

/** Returns the positions of a device in a span of time, ascending. */
export async function readDayPoints(
  executor: Executor,
  deviceId: number,
  { fromAt, toAt }: Span,
  limit: number,
): Promise<DayPoint[]> {
  const day = sql`
    select string_agg(${encodedPlace}
      || int2send(coalesce(least(greatest(speed_mps, 0) * ${PER_METRE}::float8, ${MOST}::float8), ${NOTHING}::float8)::int2)
      || int2send(coalesce(least(accuracy_m, ${MOST}::float8), ${NOTHING}::float8)::int2), '') as points
    from (
      select at, lat, lng, speed_mps, accuracy_m from (
        select at, boot, seq, lat, lng, speed_mps, accuracy_m from position
        where device_id = ${deviceId} and at >= ${fromAt} and at < ${toAt}
        union all
        select one.* from position_packed k
        cross join lateral unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.speed_mps, k.accuracy_m)
          as one (at, boot, seq, lat, lng, speed_mps, accuracy_m)
        where device_id = ${deviceId} and day >= ${utcDayOf(fromAt)}::date and day <= ${utcDayOf(toAt)}::date
          and one.at >= ${fromAt} and one.at < ${toAt}
      ) as p order by at, boot, seq limit ${limit}
    ) as day`;
  const { rows } = await inPieces(day).execute(executor);
  return pointsOf(joinPieces(rows));
}

function pointsOf(bytes: DataView): DayPoint[] {
  const points: DayPoint[] = [];
  for (let start = 0; start < bytes.byteLength; start += POINT_BYTES) {
    const speed = bytes.getInt16(start + 16);
    const accuracyM = bytes.getInt16(start + 18);
    points.push({
      at: instantAt(bytes, start),
      lat: bytes.getInt32(start + 8) / PER_DEGREE,
      lng: bytes.getInt32(start + 12) / PER_DEGREE,
      speedMps: speed === NOTHING ? null : speed / PER_METRE,
      accuracyM: accuracyM === NOTHING ? null : accuracyM,
      isPing: false,
    });
  }
  return points;
}

/** A position with all stored values, on its way into a file. */
export interface ExportedRow {
  at: Date;
  boot: number;
  seq: number;
  lat: number;
  lng: number;
  altitudeM: number | null;
  speedMps: number | null;
  courseDeg: number | null;
  accuracyM: number | null;
  satellites: number | null;
  skewed: boolean;
}

/** The next positions of a span behind `after`, ascending. */
export async function listExported(
  executor: Executor,
  deviceId: number,
  { fromAt, toAt }: Span,
  after: Pick<ExportedRow, 'at' | 'boot' | 'seq'> | null,
  limit: number,
): Promise<ExportedRow[]> {
  const behind =
    after === null
      ? sql``
      : sql`and at >= ${after.at} and (at, boot, seq) > (${after.at}, ${after.boot}, ${after.seq})`;
  const behindPacked =
    after === null ? sql`` : sql`and (one.at, one.boot, one.seq) > (${after.at}, ${after.boot}, ${after.seq})`;
  const { rows } = await sql<ExportedRow>`
    select at, boot, seq, lat, lng, altitude_m, speed_mps, course_deg, accuracy_m, satellites, skewed from (
      select at, boot, seq, lat, lng, altitude_m, speed_mps, course_deg, accuracy_m, satellites, skewed from position
      where device_id = ${deviceId} and at >= ${fromAt} and at < ${toAt} ${behind}
      union all
      select one.* from position_packed k
      cross join lateral unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.altitude_m, k.speed_mps, k.course_deg, k.accuracy_m,
        k.satellites, k.skewed)
        as one (at, boot, seq, lat, lng, altitude_m, speed_mps, course_deg, accuracy_m, satellites, skewed)
      where device_id = ${deviceId} and day >= ${utcDayOf(after?.at ?? fromAt)}::date and day <= ${utcDayOf(toAt)}::date
        and one.at >= ${fromAt} and one.at < ${toAt} ${behindPacked}
    ) as p
    order by at, boot, seq limit ${limit}`.execute(executor);
  return rows;
}
