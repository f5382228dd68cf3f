// Points of many positions on their way from the database: numbers in the encoding of PostgreSQL, joined without gaps.
// Rows, dates and decimal numbers of 8,640 points would cost several times the read itself.
import { sql, type RawBuilder } from 'kysely';

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
export const PER_DEGREE = 1e6;

/**
 * Bytes per row of the answer. The driver copies whatever is not complete yet, and V8 keeps long texts until it collects
 * the whole heap. A single row of 184 kB made V8 collect the whole heap every hundred paths.
 */
const PIECE_BYTES = 6_144;

/** An instant in 8 bytes, latitude and longitude in millionths of a degree in 4 bytes each. */
export const encodedPlace = sql`timestamptz_send(at)
  || int4send((lat * ${sql.lit(PER_DEGREE)}::float8)::int) || int4send((lng * ${sql.lit(PER_DEGREE)}::float8)::int)`;

export interface Piece {
  readonly piece: string;
}

/** Turns a query of a single row with the bytes `points`, null without any, into a query of pieces. */
export const inPieces = (query: RawBuilder<unknown>): RawBuilder<Piece> => sql`
  select encode(substr(points, place, ${sql.lit(PIECE_BYTES)}), 'base64') as piece
  from (${query}) as whole cross join lateral generate_series(1, length(points), ${sql.lit(PIECE_BYTES)}) as place
  order by place`;

/** Reused, because memory outside the heap is costly to collect. */
let scratch = Buffer.alloc(0);

/** Joins pieces. The bytes are valid until the next call. */
export function joinPieces(pieces: readonly Piece[]): DataView {
  const mostBytes = pieces.length * PIECE_BYTES;
  if (scratch.length < mostBytes) scratch = Buffer.alloc(mostBytes);
  let end = 0;
  for (const { piece } of pieces) end += scratch.write(piece, end, 'base64');
  return new DataView(scratch.buffer, scratch.byteOffset, end);
}

/** Reads an instant, in ms. */
export function instantAt(points: DataView, start: number): number {
  const micros = points.getInt32(start) * 2 ** 32 + points.getUint32(start + 4);
  return POSTGRES_EPOCH_MS + Math.floor(micros / 1_000);
}
