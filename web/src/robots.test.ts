import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('robots.txt keeps search engines off the addresses for machines, and only off those', async () => {
  const text = await readFile(join(import.meta.dirname, '../public/robots.txt'), 'utf8');
  expect(text).toBe('User-agent: *\nDisallow: /api/\nDisallow: /functions/\n');
});
