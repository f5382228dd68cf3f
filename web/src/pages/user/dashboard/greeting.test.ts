import { expect, test } from 'vitest';
import { greetingFor } from './greeting.ts';

test.each([
  ['2026-11-19T22:41:00Z', 'Good morning, Mia'],
  ['2026-11-20T03:00:00Z', 'Good afternoon, Mia'],
  ['2026-11-20T09:00:00Z', 'Good evening, Mia'],
  ['2026-11-20T15:59:00Z', 'Good evening, Mia'],
  ['2026-11-20T17:10:00Z', 'Good morning, Mia'],
])('at %s a user in Sydney reads %s', (at, words) => {
  expect(greetingFor('Mia', 'Australia/Sydney', new Date(at))).toBe(words);
});

test('a person without a first name is greeted too', () => {
  expect(greetingFor('', 'Europe/Berlin', new Date('2026-11-20T09:00:00Z'))).toBe('Good morning');
});
