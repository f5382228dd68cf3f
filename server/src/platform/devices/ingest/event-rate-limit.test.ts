import { expect, test } from 'vitest';

import { createEventRateLimit } from './event-rate-limit.ts';

const START_MS = 1_700_000_000_000;
const passedOf = (times: readonly number[]) => {
  const limit = createEventRateLimit();
  return times.filter((sec) => limit.passes('Trace_1', 'panic', START_MS + sec * 1_000));
};
const at = (sec: number, times: number): number[] => Array.from({ length: times }, () => sec);

test('ten events of a kind pass at once, then one each six seconds [PANIC-06]', () => {
  expect(passedOf([...at(0, 12), ...at(5, 2), ...at(6, 2), ...at(30, 6)])).toEqual([...at(0, 10), 6, ...at(30, 4)]);
});

test('ten events pass again a minute later, and when the clock was set back by a year [I-25]', () => {
  const yearSec = 365 * 86_400;
  expect(passedOf([...at(0, 11), ...at(60, 11), ...at(-yearSec, 11)])).toEqual([
    ...at(0, 10),
    ...at(60, 10),
    ...at(-yearSec, 10),
  ]);
});

test('other kinds and other devices have allowances of their own, also after old ones are forgotten', () => {
  const limit = createEventRateLimit();
  for (let press = 0; press < 11; press += 1) limit.passes('Trace_1', 'panic', START_MS);
  limit.forgetOld(START_MS + 1_000);
  expect(limit.passes('Trace_1', 'panic', START_MS + 1_000)).toBe(false);
  expect(limit.passes('Trace_1', 'tamper', START_MS + 1_000)).toBe(true);
  expect(limit.passes('Trace_2', 'panic', START_MS + 1_000)).toBe(true);
});
