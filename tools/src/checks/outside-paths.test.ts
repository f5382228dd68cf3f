import { afterEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../fixture.ts';
import { checkOutsidePaths, findOutsidePaths } from './outside-paths.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

test('the check fails for each file that refers to a folder outside the repository', () => {
  fixture = createFixture({
    'server/src/a.test.ts': `const tracks = join(import.meta.dirname, '../../../shared/tracks');\n`,
    'simulator/src/b.ts': `import './c.ts';\n\nconst file = join(import.meta.dirname, '..', '..', '..', 'd.gpx');\n`,
    '.ci/run': 'cd "$(dirname "$0")/.."\ncat ../../tools/acceptance\n',
    'server/src/inside.ts': `const migrations = join(import.meta.dirname, '../../server/migrations');\n`,
  });

  expect(checkOutsidePaths(fixture.root).failures).toEqual([
    '.ci/run:2: ../.. leads outside the repository',
    'server/src/a.test.ts:1: ../../.. leads outside the repository',
    "simulator/src/b.ts:3: ..', '..', '.. leads outside the repository",
  ]);
});

test.each([
  ['a path with mixed arguments', `join(here, '../..', '../shared')`],
  ['a URL', `new URL('../../../shared/a.json', import.meta.url)`],
  ['the root of the repository', `join(ROOT, '../shared')`],
  ['the working folder', `resolve(process.cwd(), '..')`],
  ['a folder of one machine', `readFileSync('/home/anna/tracks/a.gpx')`],
  ['a home folder', `readFileSync('~/tracks/a.gpx')`],
])('the check finds %s', (_name, text) => {
  expect(findOutsidePaths('server/src/a.ts', text)).toHaveLength(1);
});

test.each([
  ['a path that stays inside', `join(here, '..', '..', 'docs')`],
  ['spread elements', `f([...a, ...b], ...c)`],
  ['an ellipsis in a sentence', `'Loading... please wait..'`],
  ['a folder of the system', `readFileSync('/proc/self/limits')`],
])('the check accepts %s', (_name, text) => {
  expect(findOutsidePaths('server/src/a.ts', text)).toEqual([]);
});
