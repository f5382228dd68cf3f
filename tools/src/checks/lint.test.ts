import { expect, test } from 'vitest';
import { withImporters } from './lint.ts';

test('a changed file is linted with the files that import it, whichever way they name it', () => {
  const texts = new Map([
    ['server/src/a.ts', 'export const a = 1;'],
    ['server/src/near.ts', "import { a } from './a.ts';"],
    ['web/src/alias.tsx', "import type { A } from '#server/a';"],
    ['web/src/late.ts', "const { a } = await import('../a.ts');"],
    ['web/src/other.ts', "import { b } from './ab.ts';"],
  ]);

  expect(withImporters(['server/src/a.ts'], texts)).toEqual([
    'server/src/a.ts',
    'server/src/near.ts',
    'web/src/alias.tsx',
    'web/src/late.ts',
  ]);
  expect(withImporters([], texts)).toEqual([]);
});
