import { expect, test } from 'vitest';
import { toCopyRows, type PositionRow } from './tracking.copy-rows.rules.ts';

const row: PositionRow = {
  deviceId: 7,
  at: new Date('2026-11-26T05:00:00.123Z'),
  boot: 4_294_967_295,
  seq: 1,
  lat: -33.8,
  lng: 151.2,
  speedMps: 12.5,
  courseDeg: null,
  altitudeM: -3,
  accuracyM: null,
  satellites: 9,
  skewed: true,
  receivedAt: new Date('2026-11-26T05:00:01.000Z'),
};

/** Reads a row as PostgreSQL does: a count of fields, then each field with its length. Null is a length of -1. */
function fieldsOf(bytes: Buffer, start: number): (Buffer | null)[] {
  const fields: (Buffer | null)[] = [];
  let at = start + 2;
  for (let count = bytes.readInt16BE(start); count > 0; count -= 1) {
    const length = bytes.readInt32BE(at);
    fields.push(length === -1 ? null : bytes.subarray(at + 4, at + 4 + length));
    at += 4 + Math.max(0, length);
  }
  return fields;
}

const HEADER_BYTES = 19;

test('writes each field of a position in the type of its column', () => {
  const bytes = toCopyRows([row]);
  expect(bytes.subarray(0, HEADER_BYTES).toString('latin1')).toBe('PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0');
  const [deviceId, at, boot, seq, lat, lng, speed, course, altitude, accuracy, satellites, skewed, receivedAt] =
    fieldsOf(bytes, HEADER_BYTES);
  const micros = (time: Date): bigint => BigInt(time.getTime() - Date.UTC(2000, 0, 1)) * 1_000n;
  expect(deviceId?.readInt32BE()).toBe(7);
  expect([at, receivedAt].map((time) => time?.readBigInt64BE())).toEqual([micros(row.at), micros(row.receivedAt)]);
  expect([boot, seq].map((value) => value?.readBigInt64BE())).toEqual([4_294_967_295n, 1n]);
  expect([lat, lng].map((value) => value?.readDoubleBE())).toEqual([-33.8, 151.2]);
  expect([speed, altitude].map((value) => value?.readFloatBE())).toEqual([12.5, -3]);
  expect([course, accuracy]).toEqual([null, null]);
  expect([satellites?.readInt16BE(), skewed?.readInt8()]).toEqual([9, 1]);
});

test('ends with the trailer, right behind the last row', () => {
  const [once, twice] = [toCopyRows([row]), toCopyRows([row, row])];
  expect([once, twice].map((bytes) => bytes.readInt16BE(bytes.length - 2))).toEqual([-1, -1]);
  expect(twice.length - once.length).toBe(once.length - HEADER_BYTES - 2);
});
