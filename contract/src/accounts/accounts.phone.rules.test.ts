import { describe, expect, test } from 'vitest';
import {
  DEFAULT_PHONE_COUNTRY,
  fromE164,
  isPhone,
  listDialCodes,
  phoneCountryOf,
  toE164,
} from './accounts.phone.rules.ts';

describe('dial codes [AUTH-06]', () => {
  test('lists about 230 unique dial codes from +1 to +998, each with a country label [AUTH-06]', () => {
    const codes = listDialCodes();
    expect(codes.length).toBeGreaterThanOrEqual(230);
    expect(codes.length).toBeLessThanOrEqual(250);
    expect(new Set(codes.map(({ country }) => country)).size).toBe(codes.length);
    for (const { country, dialCode, label } of codes) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(dialCode).toMatch(/^\+[1-9]\d{0,2}$/);
      expect(label).toMatch(/\p{L}{2}/u);
      expect(label).not.toBe(country);
    }
    const numbers = codes.map(({ dialCode }) => Number(dialCode)).toSorted((a, b) => a - b);
    expect([numbers[0], numbers.at(-1)]).toEqual([1, 998]);
    expect(codes).toContainEqual({ country: 'AU', dialCode: '+61', label: 'Australia' });
  });

  test('the preselected dial code is +1 [AUTH-05]', () => {
    expect(listDialCodes().find(({ country }) => country === DEFAULT_PHONE_COUNTRY)?.dialCode).toBe('+1');
  });
});

test.each([
  ['en-AU', 'AU'],
  ['de-at', 'AT'],
  ['zh-Hant-TW', 'TW'],
  ['en', 'US'],
  ['es-419', 'US'],
  ['en-XX', 'US'],
  ['', 'US'],
])('a browser in %o preselects the dial code of %s [AUTH-05]', (language, country) => {
  expect(phoneCountryOf(language)).toBe(country);
});

describe('checks a phone number against the country [AUTH-06]', () => {
  test.each([
    ['AU', '491 570 156', '+61491570156'],
    ['AU', ' 0491570156 ', '+61491570156'],
    ['AU', '+61 491 570 156', '+61491570156'],
    ['GB', '(020) 7946-0958', '+442079460958'],
    ['US', '202-555-0123', '+12025550123'],
    ['CA', '416 555 0123', '+14165550123'],
    // +1 is one dial code for both countries.
    ['US', '416 555 0123', '+14165550123'],
  ])('%s %s becomes %s [AUTH-06]', (country, number, expected) => {
    expect(toE164({ country, number })).toBe(expected);
  });

  test.each([
    ['US', '+61 491 570 156', 'of another country'],
    ['AU', '123', 'too short'],
    ['AU', '99999999999999', 'too long'],
    ['AU', '', 'empty'],
    ['AU', '   ', 'blank'],
    ['AU', '0491570156'.padEnd(41, '0'), 'longer than any'],
    ['AU', '0491 570 156 ext. 5', 'with an extension'],
    ['AU', 'call 0491 570 156', 'inside other text'],
    ['AU', 'javascript:0491570156', 'inside a script'],
    ['AU', '📞', 'an emoji'],
    ['AU', '\u202e0491570156x', 'turned around'],
    ['ZZ', '0491570156', 'of no country'],
    ['', '0491570156', 'without a country'],
    ['__proto__', '0491570156', 'of an object'],
  ])('%s %s is not a phone number: %s [AUTH-06]', (country, number) => {
    expect(toE164({ country, number })).toBeNull();
  });
});

test('accepts only E.164 as a stored number [AUTH-06]', () => {
  expect(isPhone('+61491570156')).toBe(true);
  for (const number of ['0491570156', '+61 491570156', '+61123', '+000', '', 'tel:+61491570156', '+61491570156;ext=5'])
    expect(isPhone(number), number).toBe(false);
});

test.each([
  ['+61491570156', { country: 'AU', number: '491570156' }],
  ['+12015550123', { country: 'US', number: '2015550123' }],
  ['+447400123456', { country: 'GB', number: '7400123456' }],
])('shows a stored number beside its prefix and stores the same number again: %s [AUTH-06]', (stored, shown) => {
  expect(fromE164(stored)).toEqual(shown);
  expect(toE164(fromE164(stored))).toBe(stored);
});
