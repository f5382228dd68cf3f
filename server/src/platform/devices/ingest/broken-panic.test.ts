import { expect, test } from 'vitest';

import { readBrokenPanic } from './broken-panic.ts';

const receivedAt = new Date(1_700_000_000_123);
const panicOf = (text: string) => readBrokenPanic(Buffer.from(text, 'latin1'), receivedAt);
const panic = { v: 1, boot: 7, seq: 3, ts: 1_699_999_999_000, kind: 'panic' };
const rest = '"v":1,"boot":7,"seq":3,"ts":1699999999000,"kind":"panic"';

test.each([
  ['null for a place', `{${rest},"lat":null,"lng":null}`, panic],
  ['nan for a place', `{${rest},"lat":nan,"lng":nan}`, panic],
  ['a place outside the world', `{${rest},"lat":91,"lng":24.9}`, panic],
  ['texts for a place', `{${rest},"lat":"-33.86","lng":"151.2"}`, { ...panic, lat: -33.86, lng: 151.2 }],
  ['a comma too many', `{${rest},"lat":-33.86,"lng":151.2,}`, { ...panic, lat: -33.86, lng: 151.2 }],
  ['an end too early', `{${rest},"lat":-33.8`, panic],
  ['text that is not UTF-8', `{${rest},"name":"\xff"}`, panic],
  ['a key that comes twice', `{"kind":"tamper",${rest}}`, panic],
  ['another version', `{"v":2,"kind":"PANIC","boot":7,"seq":3,"ts":1699999999000}`, panic],
  ['a time with a fraction', `{"kind" : "panic" , "boot":7,"seq":3,"ts":1699999999000.5}`, panic],
])('a panic with %s is read [PANIC-06]', (_what, text, found) => {
  expect(panicOf(text)).toEqual(found);
});

test('a panic without readable counters takes the time of receipt as its counters, and no time [PANIC-06]', () => {
  const received = { boot: 1_700_000_000, seq: 123, ts: 0 };
  expect(panicOf('{"kind":"panic"}')).toEqual({ ...panic, ...received });
  expect(panicOf('{"kind":"panic","boot":-1,"seq":4294967296,"ts":1e400}')).toEqual({ ...panic, ...received });
});

test.each([
  ['another event', '{"v":1,"kind":"tamper","lat":null}'],
  ['a text that quotes a panic', '{"v":1,"kind":"tamper","note":"\\"kind\\":\\"panic\\"","lat":null}'],
  ['nothing', ''],
])('%s is no panic', (_what, text) => {
  expect(panicOf(text)).toBeNull();
});
