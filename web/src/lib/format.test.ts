import { expect, test } from 'vitest';
import {
  formatAge,
  formatCalendarDay,
  formatCoordinates,
  formatDay,
  formatDistance,
  formatExact,
  formatFileDay,
  formatMonth,
  formatMonthOf,
  formatRemaining,
  formatSpeed,
  formatTime,
  formatTimeWithSeconds,
  formatToday,
  setZone,
} from './format.ts';

const now = Date.parse('2026-11-20T09:41:22Z');
const sydney = { locale: 'en-AU', timeZone: 'Australia/Sydney' };
const before = (seconds: number) => now - seconds * 1_000;

test.each([
  [-30, 'just now'],
  [4, 'just now'],
  [12, '12 s ago'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [38 * 60, '38 min ago'],
  [5 * 3_600, '5 h ago'],
  [30 * 3_600, '1 day ago'],
  [3 * 86_400, '3 days ago'],
  [8 * 86_400, '12 Nov'],
])('an age of %d seconds reads %s', (seconds, words) => {
  expect(formatAge(before(seconds), now, sydney)).toBe(words);
});

test('a day of another year shows its year', () => {
  expect(formatDay('2025-11-12T00:00:00Z', now, sydney)).toBe('12 Nov 2025');
});

test('instants are told in the time zone of the person', () => {
  expect(formatExact('2026-11-20T09:41:22Z', sydney)).toMatch(/^20 Nov 2026, 8:41:22\spm$/);
  expect(formatTime('2026-11-20T09:41:22Z', { locale: 'en-AU', timeZone: 'Europe/Berlin' })).toMatch(/^10:41\sam$/);
  const exact = formatTimeWithSeconds('2026-11-20T09:41:22Z', { locale: 'en-AU', timeZone: 'Europe/Berlin' });
  expect(exact).toMatch(/^10:41:22\sam$/);
});

test.each([
  [30_000, 'less than a minute'],
  [27 * 60_000, '27 min'],
  [14 * 3_600_000 + 19 * 60_000, '14 h 19 min'],
  [2 * 3_600_000, '2 h'],
])('%d ms that remain read %s', (remainingMs, words) => {
  expect(formatRemaining(remainingMs)).toBe(words);
});

test('coordinates have six decimals', () => {
  expect(formatCoordinates({ lat: -33.8412, lng: 151.2103 })).toBe('-33.841200, 151.210300');
});

test('a day that has begun where the person is, and not yet elsewhere', () => {
  const late = Date.parse('2026-11-19T14:00:00Z');
  expect(formatToday(late, sydney)).toBe('Friday 20 November');
  expect(formatToday(late, { ...sydney, timeZone: 'UTC' })).toBe('Thursday 19 November');
});

test('formats distances, speeds, days and months of the history [PATH-03]', () => {
  expect([4, 847, 1_234, 148_400].map(formatDistance)).toEqual(['0 m', '850 m', '1.2 km', '148 km']);
  expect([0, 13.4].map(formatSpeed)).toEqual(['0 km/h', '48 km/h']);
  expect(formatCalendarDay('2026-04-20', { locale: 'en-AU' })).toBe('Mon, 20 Apr 2026');
  expect(formatMonth('2026-04-20', { locale: 'en-AU' })).toBe('April 2026');
});

test("uses the account's zone by default, and the browser's own zone without a known account zone", () => {
  const late = '2026-11-30T23:30:00Z';
  const [day, month] = [
    () => formatDay(late, now, { locale: 'en-AU' }),
    () => formatMonthOf(late, { locale: 'en-AU' }),
  ];
  const here = [day(), month()];
  setZone('America/New_York');
  expect([day(), month(), formatFileDay(late)]).toEqual(['30 Nov', 'November 2026', '2026-11-30']);
  setZone('Asia/Kathmandu');
  expect([day(), month(), formatFileDay(late)]).toEqual(['1 Dec', 'December 2026', '2026-12-01']);
  setZone('Mars/Olympus_Mons');
  expect([day(), month()]).toEqual(here);
  setZone('Asia/Kathmandu');
  setZone(null);
  expect([day(), month()]).toEqual(here);
});

test('the same instant in turns of zone, language and detail reads differently', () => {
  const instant = '2026-11-20T09:41:22Z';
  const perth = { locale: 'en-AU', timeZone: 'Australia/Perth' };
  const german = { locale: 'de-DE', timeZone: 'Australia/Sydney' };
  const read = () => [
    formatTime(instant, sydney),
    formatTime(instant, perth),
    formatTimeWithSeconds(instant, sydney),
    formatTime(instant, german),
  ];
  const first = read();
  expect(first.map((text) => text.replace(/\s/, ' '))).toEqual(['8:41 pm', '5:41 pm', '8:41:22 pm', '20:41']);
  expect(read()).toEqual(first);
});
