import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRows, ROWS_FILE } from './row-ids.ts';
import { listFiles } from '../repository.ts';

const JUDGED = /^(?!tools\/src\/[\w./-]+\.test\.ts$).*\.(?:[cm]?[jt]sx?|sql|md)$/;
const MARKDOWN_NAME = /(?<![\w./-])(?:[\w-]+\/)*[\w-]+\.md\b/g;

/** A kind of citation: how it is written, and the ids that exist. */
interface Kind {
  readonly pattern: RegExp;
  readonly known: ReadonlySet<string>;
  readonly source: string;
}

/**
 * Finds citations that lead nowhere: acceptance rows, threats, laws, invariants, assumptions, decisions and documents that
 * the repository does not hold. One failure per place.
 */
export function checkCitations(root: string): { failures: string[]; citationCount: number } {
  const files = listFiles(root).filter((file) => JUDGED.test(file));
  const kinds = kindsOf(root);
  const documents = new Set(files.filter((file) => file.endsWith('.md')).flatMap(namesOf));
  const failures: string[] = [];
  let citationCount = 0;
  for (const file of files) {
    for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      const place = `${file}:${index + 1}`;
      const cited = kinds.flatMap((kind) =>
        [...line.matchAll(kind.pattern)].map(([text, id = '']) => ({ text, id, kind })),
      );
      citationCount += cited.length;
      const lost = cited.filter(({ id, kind }) => !kind.known.has(id));
      failures.push(...lost.map(({ text, kind }) => `${place}: ${text} is not in ${kind.source}`));
      const names = (line.match(MARKDOWN_NAME) ?? []).filter((name) => !documents.has(name.toLowerCase()));
      failures.push(...names.map((name) => `${place}: ${name} is not in the repository`));
    }
  }
  return { failures, citationCount };
}

/** `docs/spec/laws.md` may be cited as `laws.md`, `spec/laws.md` or in full. */
function namesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/').toLowerCase());
}

function kindsOf(root: string): Kind[] {
  const read = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const ids = (file: string, pattern: RegExp): Set<string> =>
    new Set([...read(file).matchAll(pattern)].map(([, id = '']) => id));
  const rows = readRows(read(ROWS_FILE));
  const prefixes = [...new Set([...rows].map((row) => row.slice(0, row.indexOf('-'))))];
  const decisions = existsSync(join(root, 'docs/decisions')) ? readdirSync(join(root, 'docs/decisions')) : [];
  return [
    {
      pattern: new RegExp(`\\b((?:${prefixes.join('|') || 'NONE'})-\\d{2})\\b(?![-\\d])`, 'g'),
      known: rows,
      source: ROWS_FILE,
    },
    {
      pattern: /\b(T\d{2})\b(?![:-])/g,
      known: ids('docs/spec/threats.md', /^\| (T\d{2}) \|/gm),
      source: 'docs/spec/threats.md',
    },
    { pattern: /\b(I-\d{2})\b/g, known: ids('docs/spec/laws.md', /^\| (I-\d{2}) \|/gm), source: 'docs/spec/laws.md' },
    { pattern: /\blaws? (\d)\b/g, known: ids('docs/spec/laws.md', /^(\d)\. /gm), source: 'docs/spec/laws.md' },
    {
      pattern: /\b(A-\d{2,3})\b(?!-)/g,
      known: ids('docs/assumptions.md', /^\| (A-\d{2,3}) \|/gm),
      source: 'docs/assumptions.md',
    },
    {
      pattern: /\bdecision (\d{3})\b/gi,
      known: new Set(decisions.map((name) => name.slice(0, 3))),
      source: 'docs/decisions',
    },
  ];
}
