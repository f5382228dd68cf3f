import { expect, test } from 'vitest';
import { filterOf, readDeviceFilter } from './device-filter.ts';

test('IDEV-08 the address of the table is read whatever somebody typed into it', () => {
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

test('IDEV-08 the server is asked for what the address says', () => {
  expect(filterOf({ q: 'ute', status: 'error', page: 3, after: 'abc' })).toEqual({ search: 'ute', status: 'error' });
});
