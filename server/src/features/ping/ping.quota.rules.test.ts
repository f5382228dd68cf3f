import { HOUR_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { dayInForce, type QuotaDay } from './ping.quota.rules.ts';

const at = (instant: string): Date => new Date(instant);
const sydney = 'Australia/Sydney';
const honolulu = 'Pacific/Honolulu';
const kiritimati = 'Pacific/Kiritimati';

/** Sydney is eleven hours ahead of UTC in March, Honolulu ten behind, Kiritimati fourteen ahead. */
const monday: QuotaDay = { dayNo: 4, timeZone: sydney, endsAt: at('2026-03-02T13:00:00Z'), used: 30 };

test('without an earlier ping the day is the day of the account zone [PING-03]', () => {
  expect(dayInForce(null, sydney, at('2026-03-02T00:00:00Z'))).toMatchObject({ ...monday, dayNo: 1, used: 0 });
});

test('a day ends at midnight of its zone [PING-03]', () => {
  expect(dayInForce(monday, sydney, at('2026-03-02T12:59:59.999Z'))).toEqual({ ...monday, resetsAt: monday.endsAt });
  const endsAt = at('2026-03-03T13:00:00Z');
  const next = { dayNo: 5, timeZone: sydney, endsAt, used: 0, resetsAt: endsAt };
  expect(dayInForce(monday, sydney, at('2026-03-02T13:00:00Z'))).toEqual(next);
});

test.each([
  ['west', honolulu, '2026-03-03T10:00:00Z'],
  ['east', kiritimati, '2026-03-03T10:00:00Z'],
  ['to the same midnight', 'Asia/Magadan', '2026-03-02T13:00:00Z'],
  ['one hour west', 'Australia/Brisbane', '2026-03-02T14:00:00Z'],
])('moving %s keeps the current day until the first midnight there after its end [SET-04]', (_way, zone, end) => {
  const resetsAt = at(end);
  expect(dayInForce(monday, zone, at('2026-03-02T05:00:00Z'))).toEqual({ ...monday, resetsAt });
  expect(dayInForce(monday, zone, new Date(resetsAt.getTime() - 1))).toEqual({ ...monday, resetsAt });
  expect(dayInForce(monday, zone, resetsAt)).toMatchObject({ dayNo: 5, used: 0, timeZone: zone });
});

test('moving there and back leaves the day unchanged [SET-04]', () => {
  const now = at('2026-03-02T05:00:00Z');
  const away = dayInForce(monday, honolulu, now);
  expect(dayInForce(away, sydney, now)).toEqual({ ...monday, resetsAt: monday.endsAt });
});

test('changing zones every hour earns no more than a day for each 24 hours [SET-04]', () => {
  let last: QuotaDay | null = null;
  const starts: number[] = [];
  for (let hour = 0; hour < 24 * 5; hour += 1) {
    const now = new Date(at('2026-03-02T00:30:00Z').getTime() + hour * HOUR_MS);
    const day = dayInForce(last, zoneOfNextMidnight(now), now);
    if (day.dayNo !== last?.dayNo) starts.push(now.getTime());
    last = { ...day, used: day.used + 1 };
  }
  expect(starts.length).toBeGreaterThan(2);
  for (const [index, start] of starts.slice(2).entries()) {
    expect(start - starts[index + 1]!).toBeGreaterThanOrEqual(24 * HOUR_MS);
  }
});

/** Where the next full hour is midnight. */
function zoneOfNextMidnight(now: Date): string {
  const ahead = (24 - (now.getUTCHours() + 1)) % 24;
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}
