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
])('typing %j finds %s first [AUTH-06]', (search, country) => {
  expect(first(search)).toBe(country);
});

test.each(['', '   ', 'Australia +61'])(
  'searching for %j, an empty search or the text of the selected entry, shows all countries [AUTH-06]',
  (search) => {
    expect(findDialCodes(entries, search)).toHaveLength(entries.length);
  },
);

test.each(['🛰️', 'javascript:', '\u202e16+', 'x'.repeat(300), '+', '9999', '.*'])(
  'searching for %j finds no country and causes no error [AUTH-06]',
  (search) => {
    expect(findDialCodes(entries, search)).toEqual([]);
  },
);
