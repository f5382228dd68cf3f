import { expect, test } from 'vitest';
import { formatLsn, parseLsn, segmentName, segmentStart } from './lsn.ts';

test('reads and writes places in the WAL as PostgreSQL does [SCALE-05]', () => {
  expect(parseLsn('0/3000028')).toBe(0x3000028n);
  expect(formatLsn(parseLsn('A/FF00A0'))).toBe('A/FF00A0');
  expect(() => parseLsn('elsewhere')).toThrow('no place in the WAL');
});

test('names the segment file of a place, also above 4 GB [SCALE-05]', () => {
  expect(segmentName(1, parseLsn('0/3000028'))).toBe('000000010000000000000003');
  expect(segmentName(2, parseLsn('1/FF000000'))).toBe('0000000200000001000000FF');
  expect(formatLsn(segmentStart(parseLsn('0/3000028')))).toBe('0/3000000');
});
