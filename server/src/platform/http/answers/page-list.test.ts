import { expect, test } from 'vitest';
import { findPage, type ListedPage } from './page-list.ts';

const page = (file: string): ListedPage => ({ audience: 'anyone', file, links: [] });
const pages = { '/support/tickets': page('list'), '/support/tickets/$id': page('ticket') };

test('a variable part of a listed path stands for any value, but not for none and not for several parts', () => {
  const found = (url: string) => findPage(pages, url)?.file;
  expect(found('/support/tickets/')).toBe('list');
  expect(found('/Support/Tickets/7?from=mail')).toBe('ticket');
  expect(found('/support/tickets/7/8')).toBeUndefined();
  expect(found('/support/companies/7')).toBeUndefined();
});
