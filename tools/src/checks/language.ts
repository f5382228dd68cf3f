import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from '../repository.ts';
import { readTestTitles } from './test-titles.ts';

/** Comments with more pronouns than this hide their subjects. */
const MAX_PRONOUN_SHARE = 0.04;
/** In a file with few comments, this many pronouns prove nothing. */
const ALLOWED_PRONOUNS = 2;
const MAX_SUBJECT_LENGTH = 72;
const ASSUMPTIONS = 'docs/assumptions.md';
const MAX_CELL_WORDS = 25;
/** Older commits stay as they are. */
const SUBJECTS_SINCE = '2026-11-23T14:30:00Z';

const OPENING = /^(?:what|who|whoever|one|those|nobody)\b/i;
/** `its` and `itself` are allowed, because both point to a noun of the same sentence. */
const PRONOUNS =
  /\b(?:it|ones?|those|who|whom|whoever|whomever|what|whatever|nobody|somebody|someone|anybody|anyone|everybody|everyone|nothing|something|anything|everything|they|them|theirs|he|she|him)\b/gi;
const TEST_FILE = /\.(?:test|story)\.tsx?$/;
const IDS = /^(?:(?:[A-Z]{2,6}-\d{2}|T\d{2}|I-\d{2})[ ,]*)+/;

/**
 * Finds comments and test titles that a newcomer would have to decode, long cells in the table of assumptions, and
 * commit subjects that a list cuts off. One failure per comment, title, file, row and subject.
 */
export function checkLanguage(root: string): { failures: string[]; commentCount: number } {
  const failures: string[] = [];
  let commentCount = 0;
  for (const file of listSources(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    const comments = readComments(text);
    commentCount += comments.length;
    for (const { line, words } of comments)
      if (OPENING.test(words))
        failures.push(`${file}:${line}: the comment opens with '${firstWord(words)}'; name the subject`);
    const complaint = pronounComplaint(comments.map(({ words }) => words).join(' '));
    if (complaint !== undefined) failures.push(`${file}: ${complaint}`);
    if (TEST_FILE.test(file)) failures.push(...titleFailures(file, text));
  }
  return { failures: [...failures, ...cellFailures(root), ...subjectFailures(root)], commentCount };
}

function cellFailures(root: string): string[] {
  const rows = readFileSync(join(root, ASSUMPTIONS), 'utf8').match(/^\| A-.*$/gm) ?? [];
  return rows
    .filter((row) => row.split('|').some((cell) => cell.trim().split(/\s+/).length > MAX_CELL_WORDS))
    .map((row) => `${ASSUMPTIONS}: a cell of ${row.slice(2, 7).trim()} has more than ${MAX_CELL_WORDS} words`);
}

function titleFailures(file: string, text: string): string[] {
  return readTestTitles(text, file.endsWith('x'))
    .map((title) => title.replace(IDS, ''))
    .filter((title) => OPENING.test(title))
    .map((title) => `${file}: the title '${title}' opens with '${firstWord(title)}'; name the subject`);
}

/** Comments of a source text, with the line on which each begins. Code in backticks is left out. */
export function readComments(text: string): { line: number; words: string }[] {
  const comments: { line: number; words: string; lastLine: number; isLine: boolean }[] = [];
  for (const match of text.matchAll(/^[ \t]*\/\*\*?([\s\S]*?)\*\/|^[ \t]*\/\/(.*)$|(?<=[;,{}()] )\/\/ (.*)$/gm)) {
    const [whole, block, ownLine, trailing] = match;
    const line = text.slice(0, match.index).split('\n').length;
    const lastLine = line + whole.split('\n').length - 1;
    const words = (block ?? ownLine ?? trailing ?? '')
      .replaceAll(/^\s*\* ?/gm, '')
      .replaceAll(/`[^`]*`/g, '')
      .trim();
    const before = comments.at(-1);
    if (ownLine !== undefined && before?.isLine === true && before.lastLine === line - 1) {
      before.words += ` ${words}`;
      before.lastLine = line;
    } else comments.push({ line, words, lastLine, isLine: ownLine !== undefined });
  }
  return comments.map(({ line, words }) => ({ line, words }));
}

function pronounComplaint(comments: string): string | undefined {
  const words = comments.match(/[A-Za-z][A-Za-z'’]*/g)?.length ?? 0;
  const pronouns = comments.match(PRONOUNS) ?? [];
  if (pronouns.length <= ALLOWED_PRONOUNS || pronouns.length / words <= MAX_PRONOUN_SHARE) return undefined;
  const share = Math.round((pronouns.length / words) * 100);
  return `${pronouns.length} of ${words} words in comments are pronouns (${share} %): ${[...new Set(pronouns)].join(', ')}`;
}

function subjectFailures(root: string): string[] {
  const log = execFileSync('git', ['log', `--since=${SUBJECTS_SINCE}`, '--no-merges', '--format=%h %s'], {
    cwd: root,
    encoding: 'utf8',
  });
  return log
    .split('\n')
    .filter((line) => line.length - line.indexOf(' ') - 1 > MAX_SUBJECT_LENGTH)
    .map((line) => `commit ${line}: a subject has at most ${MAX_SUBJECT_LENGTH} characters`);
}

const firstWord = (text: string): string => text.split(/\s/, 1)[0] ?? '';
