import { expect, test } from 'vitest';
import { decideRange, type RangeRequest } from './firmware.range.rules.ts';

const ETAG = '"abc"';
const decide = (request: Partial<RangeRequest>) =>
  decideRange({ method: 'GET', range: undefined, ifRange: undefined, ifNoneMatch: undefined, ...request }, ETAG, 1_000);
const part = (start: number, end: number) => ({ kind: 'part', start, end });
const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };

test.each([
  [undefined, whole],
  ['bytes=0-0', part(0, 0)],
  ['bytes=0-', part(0, 999)],
  ['bytes=600-', part(600, 999)],
  ['bytes=960-1023', part(960, 999)],
  ['bytes=0-999999999999999999999', part(0, 999)],
  ['BYTES=5-9', part(5, 9)],
  ['bytes=-1', part(999, 999)],
  ['bytes=-5000', part(0, 999)],
  ['bytes=-0', unsatisfiable],
  ['bytes=1000-', unsatisfiable],
  ['bytes=1000-1001', unsatisfiable],
  ['bytes=9-5', whole],
  ['bytes=-', whole],
  ['bytes=0-1,5-6', whole],
  ['bytes=a-b', whole],
  ['items=0-5', whole],
  ['bytes=0.5-3', whole],
])('the range %s of 1,000 bytes [FWM-02]', (range, answer) => {
  expect(decide({ range })).toEqual(answer);
});

test('a HEAD request gets no part [FWM-02]', () => {
  expect(decide({ method: 'HEAD', range: 'bytes=0-5' })).toEqual(whole);
});

test.each([
  ['"abc"', part(0, 5)],
  ['W/"abc"', whole],
  ['"other"', whole],
  ['Wed, 25 Nov 2026 10:00:00 GMT', whole],
])('a range of another image is answered with the whole: If-Range %s [FWM-02]', (ifRange, answer) => {
  expect(decide({ range: 'bytes=0-5', ifRange })).toEqual(answer);
});

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"x"', false],
])('If-None-Match %s is known: %s [FWM-02]', (ifNoneMatch, isKnown) => {
  expect(decide({ ifNoneMatch, range: 'bytes=0-5' }).kind).toBe(isKnown ? 'not_modified' : 'part');
});
