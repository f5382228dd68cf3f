import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import {
  encodedPlace,
  inPieces,
  instantAt,
  joinPieces,
  PER_DEGREE,
  type Piece,
} from './tracking.encoded-points.store.ts';
import type { Columns } from './tracking.path.rules.ts';

/** An encoded place. */
const POINT_BYTES = 16;

/**
 * Reads a device's positions in a span of time from the key alone, exact to a millionth of a degree. The span is at most
 * the last 24 hours, which are never packed.
 */
export async function readPathColumns(
  executor: Executor,
  deviceId: number,
  fromAt: Date,
  toAt: Date,
  limit: number,
): Promise<Columns> {
  const path = sql`
    select string_agg(${encodedPlace}, '') as points
    from (
      select at, lat, lng from position
      where device_id = ${deviceId} and at >= ${fromAt} and at <= ${toAt} order by at limit ${limit}
    ) as path`;
  const { rows } = await sql<Piece>`/* prepared: path */ ${inPieces(path)}`.execute(executor);
  return columnsOf(joinPieces(rows));
}

/** Arrays that grow were two thirds of the memory that a path took. */
function numbersOf(count: number): number[] {
  const numbers: number[] = [];
  numbers.length = count;
  return numbers;
}

function columnsOf(points: DataView): Columns {
  const count = points.byteLength / POINT_BYTES;
  const columns = { at: numbersOf(count), lat: numbersOf(count), lng: numbersOf(count) };
  for (let index = 0; index < count; index += 1) {
    const start = index * POINT_BYTES;
    columns.at[index] = instantAt(points, start);
    columns.lat[index] = points.getInt32(start + 8) / PER_DEGREE;
    columns.lng[index] = points.getInt32(start + 12) / PER_DEGREE;
  }
  return columns;
}
