import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../fixture.ts';
import { ROOT } from '../repository.ts';
import { checkRowIds, ROWS_FILE } from './row-ids.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

const UNKNOWN = ['ROWA', '77'].join('-');
const MISSPELT = ['RWOA', '01'].join('-');

function report(files: Record<string, string>) {
  fixture = createFixture({
    [ROWS_FILE]: '- ROWA-01 a\n- ROWA-02 b\n- ROWA-03 c\n- ROWA-04 d\n- ROWB-03 e\n',
    ...files,
  });
  return checkRowIds(fixture.root);
}

test('titles and bench heads count, comments and other text do not', () => {
  const seen = report({
    'server/src/a.test.ts': `test('ROWA-01 one', () => {});\n// ROWA-04\nconst x = 'ROWA-04';\n`,
    'web/src/b.test.tsx': 'test.each([<b key="1" />])(`ROWA-02 two ${x}`, () => {});\n',
    'e2e/stories/user/c.story.ts': `test.describe('ROWA-01 ROWA-03 three', () => {});\n`,
    'bench/src/benches/devices/scale.ts': '// ROWB-03: how many devices one process carries.\n',
  });
  expect(seen).toEqual({ rowCount: 5, namedCount: 4, failures: [] });
});

test('a row that does not exist is a failure, also further on in a title', () => {
  const seen = report({
    'server/src/a.test.ts': `test('${UNKNOWN} one', () => {});\ntest('one, as ${UNKNOWN} says', () => {});\n`,
    'server/src/b.test.ts': `test('${MISSPELT} two', () => {});\ntest('three [${MISSPELT}]', () => {});\n`,
  });
  expect(seen.failures).toEqual([
    `server/src/a.test.ts: ${UNKNOWN} is no acceptance row (${ROWS_FILE})`,
    `server/src/a.test.ts: ${UNKNOWN} is no acceptance row (${ROWS_FILE})`,
    `server/src/b.test.ts: ${MISSPELT} is no acceptance row (${ROWS_FILE})`,
    `server/src/b.test.ts: ${MISSPELT} is no acceptance row (${ROWS_FILE})`,
  ]);
});

test('names that only look like rows are left alone', () => {
  const title = 'DC-09 frames with CERT-001-2024 in UTC-05 pass';
  expect(report({ 'server/src/a.test.ts': `test('${title}', () => {});\n` }).failures).toEqual([]);
});

test('a title names at most three rows', () => {
  const title = 'ROWA-01 ROWA-02 ROWA-03 ROWA-04 all at once';
  const { failures } = report({ 'server/src/a.test.ts': `test('${title}', () => {});\n` });
  expect(failures).toEqual([expect.stringContaining('names 4 rows; one test proves at most 3')]);
});

test('the list of rows of this product has each id once', () => {
  const [rows = ''] = readFileSync(join(ROOT, ROWS_FILE), 'utf8').split('## Left out on purpose');
  const ids = [...rows.matchAll(/^- (\S+)/gm)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id) => !/^[A-Z]{2,6}-\d{2}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
