import { afterEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../fixture.ts';
import { checkLanguage, readComments } from './language.ts';

let fixture: Fixture | undefined;
afterEach(() => {
  fixture?.remove();
  fixture = undefined;
});

function failuresOf(files: Record<string, string>): string[] {
  fixture = createFixture({ 'docs/assumptions.md': '', ...files });
  fixture.commit('feat: begin');
  return checkLanguage(fixture.root).failures;
}

test('reads line comments that belong together, doc comments and trailing comments, and leaves strings alone', () => {
  const text = `// Locks the row\n// until commit.\nconst url = 'https://example.com'; // Published as is.\n/**\n * Returns \`it\`.\n */\n`;
  expect(readComments(text)).toEqual([
    { line: 1, words: 'Locks the row until commit.' },
    { line: 3, words: 'Published as is.' },
    { line: 4, words: 'Returns .' },
  ]);
});

test.each(['What', 'Who', 'Whoever', 'One', 'Those', 'Nobody'])('refuses a comment that opens with %s', (word) => {
  expect(failuresOf({ 'server/src/a.ts': `// ${word} waits here.\n` })).toEqual([
    `server/src/a.ts:1: the comment opens with '${word}'; name the subject`,
  ]);
});

test('refuses a test title that opens with a pronoun, behind row ids too', () => {
  const failures = failuresOf({ 'server/src/a.test.ts': `test('PING-04 whoever waits is told', () => {});\n` });
  expect(failures).toEqual([expect.stringContaining("opens with 'whoever'")]);
});

test('refuses a file whose comments hide their subjects', () => {
  const failures = failuresOf({ 'web/src/a.ts': '// Tells it to them when it is there, and to nobody else.\n' });
  expect(failures).toEqual([expect.stringContaining('web/src/a.ts: 4 of 12 words in comments are pronouns (33 %)')]);
});

test('refuses a cell of the assumptions with more than 25 words', () => {
  const row = (words: number): string => `| A-01 | Why? | ${'word '.repeat(words)}|\n`;
  expect(failuresOf({ 'docs/assumptions.md': row(25) })).toEqual([]);
  expect(failuresOf({ 'docs/assumptions.md': row(26) })).toEqual([
    'docs/assumptions.md: a cell of A-01 has more than 25 words',
  ]);
});

test('refuses a commit subject of more than 72 characters', () => {
  fixture = createFixture({ 'docs/assumptions.md': '', 'server/src/a.ts': '' });
  fixture.commit(`feat: ${'a'.repeat(67)}`);
  expect(checkLanguage(fixture.root).failures).toEqual([expect.stringContaining('at most 72 characters')]);
  fixture.write({ 'server/src/b.ts': '' });
  fixture.commit(`feat: ${'a'.repeat(66)}`);
  expect(checkLanguage(fixture.root).failures).toHaveLength(1);
});
