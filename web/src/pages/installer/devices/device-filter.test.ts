import { expect, test } from 'vitest';
import { filterOf, readDeviceFilter } from './device-filter.ts';

test('reads the table filter from any typed address [IDEV-08]', () => {
  expect(
    readDeviceFilter({
      q: 4711,
      status: 'online',
      network: 'sim',
      assigned: 'waiting',
      sort: 'name',
      after: 'abc',
      page: 2,
    }),
  ).toEqual({ q: '4711', status: 'online', network: 'sim', assigned: 'waiting', sort: 'name', after: 'abc', page: 2 });
  expect(
    readDeviceFilter({
      q: '',
      status: 'gone',
      network: ['sim'],
      assigned: null,
      sort: {},
      page: -1,
      tab: 'x',
      more: 1,
    }),
  ).toEqual({});
  expect(readDeviceFilter({ q: 'x'.repeat(200) }).q).toHaveLength(80);
});

test('sends the filter in the address to the server [IDEV-08]', () => {
  expect(filterOf({ q: 'ute', status: 'error', page: 3, after: 'abc' })).toEqual({ search: 'ute', status: 'error' });
});
