import { afterEach, expect, test } from 'vitest';
import { checkCitations } from './citations.ts';
import { createFixture, type Fixture } from '../fixture.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

const BOOKS = {
  'docs/spec/rows.md': '- ROWA-01 one thing\n',
  'docs/spec/threats.md': '| T01 | where | what | rule |\n',
  'docs/spec/laws.md': '1. First law.\n| I-01 | invariant |\n',
  'docs/assumptions.md': '| A-01 | question | answer |\n',
  'docs/decisions/001-one-thing.md': '# One thing\n',
};

function failuresOf(text: string): string[] {
  fixture = createFixture({ ...BOOKS, 'server/src/a.ts': `// ${text}\n` });
  return checkCitations(fixture.root).failures;
}

test('citations of rows, threats, laws, assumptions, decisions and documents that exist are accepted', () => {
  fixture = createFixture({
    ...BOOKS,
    'server/src/a.ts': '// ROWA-01, T01, law 1, I-01, A-01, decision 001, laws.md, docs/spec/laws.md\n',
  });
  expect(checkCitations(fixture.root)).toMatchObject({ failures: [] });
});

const second = (prefix: string): string => `${prefix}02`;

test.each([
  [second('ROWA-'), 'docs/spec/rows.md'],
  [second('T'), 'docs/spec/threats.md'],
  ['law 2', 'docs/spec/laws.md'],
  [second('I-'), 'docs/spec/laws.md'],
  [second('A-'), 'docs/assumptions.md'],
  ['decision 002', 'docs/decisions'],
])('%s leads nowhere', (citation, source) => {
  expect(failuresOf(`as ${citation} says`)).toEqual([`server/src/a.ts:1: ${citation} is not in ${source}`]);
});

test('a document of another place leads nowhere', () => {
  expect(failuresOf('see elsewhere.md')).toEqual(['server/src/a.ts:1: elsewhere.md is not in the repository']);
});
