import { listDialCodes } from '@trace/contract/accounts/accounts.phone.rules';
import { expect, test } from 'vitest';
import { findDialCodes } from './dial-code-search.ts';

const entries = listDialCodes();
const first = (search: string) => findDialCodes(entries, search)[0]?.country;

test.each([
  ['aus', 'AU'],
  ['Australia', 'AU'],
  ['  united k', 'GB'],
  ['61', 'AU'],
  ['+61', 'AU'],
  ['gb', 'GB'],
  ['zealand', 'NZ'],
  ['cote', 'CI'],
  ['CURACAO', 'CW'],
  ['998', 'UZ'],
])('AUTH-06 typing %j finds %s first', (search, country) => {
  expect(first(search)).toBe(country);
});

test.each(['', '   ', 'Australia +61'])(
  'AUTH-06 %j, an empty search or the text of what is chosen, shows all',
  (search) => {
    expect(findDialCodes(entries, search)).toHaveLength(entries.length);
  },
);

test.each(['🛰️', 'javascript:', '\u202e16+', 'x'.repeat(300), '+', '9999', '.*'])(
  'AUTH-06 %j finds no country and breaks nothing',
  (search) => {
    expect(findDialCodes(entries, search)).toEqual([]);
  },
);
