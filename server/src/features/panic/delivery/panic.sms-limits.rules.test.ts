import { expect, test } from 'vitest';
import { maySendSms } from './panic.sms-limits.rules.ts';

test.each([
  ['a number below both limits', { inHour: 9, inDay: 99, ofIncident: 9 }, true],
  ['a repeat beyond the limit of an hour', { inHour: 10, inDay: 10, ofIncident: 1 }, false],
  ['the first SMS of an incident beyond the limit of an hour', { inHour: 10, inDay: 99, ofIncident: 0 }, true],
  ['the first SMS of an incident beyond the limit of a day', { inHour: 0, inDay: 100, ofIncident: 0 }, false],
])('decides whether an SMS leaves for %s [PANIC-04]', (_, counts, expected) => {
  expect(maySendSms(counts)).toBe(expected);
});
