import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from '../repository.ts';
import { readTestTitles } from './test-titles.ts';

export const ROWS_FILE = 'docs/spec/rows.md';

export type RowReport = { rowCount: number; namedCount: number; failures: string[] };

/** A place that names rows: the title of a test, or the first lines of a bench. */
type Claim = { file: string; text: string; isTitle: boolean };

const TEST_FILE = /\.(?:test|story|spec)\.tsx?$/;
const BENCH_FILE = /^bench\/.*\.ts$/;
const HEAD_LINES = 12;
const IDS_PER_TITLE = 3;
const ROW_ID = /\b[A-Z]{2,6}-\d{2}\b(?![-\d])/g;
const LEADING_IDS = /^(?:[A-Z]{2,6}-\d{2}\b(?![-\d])[ ,]*)+/;
/** `[PING-04]` at the end of a title. */
const TAGS = /\[[A-Z]{2,6}-\d{2}\]/g;
/** Names of protocols that are spelled like a row. */
const NOT_ROWS = new Set(['DC-09']);

/** Compares the row ids that tests and benches name with the rows of `docs/spec/rows.md`. */
export function checkRowIds(root: string): RowReport {
  const rows = readRows(readFileSync(join(root, ROWS_FILE), 'utf8'));
  return judgeClaims(rows, readClaims(root));
}

/** The ids of the rows, each the first word of a list item. */
export function readRows(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^- ([A-Z]{2,6}-\d{2}) /gm)].map(([, id = '']) => id));
}

function readClaims(root: string): Claim[] {
  return listSources(root).flatMap((file): Claim[] => {
    if (TEST_FILE.test(file)) {
      const titles = readTestTitles(readFileSync(join(root, file), 'utf8'), file.endsWith('x'));
      return titles.map((text) => ({ file, text, isTitle: true }));
    }
    if (!BENCH_FILE.test(file)) return [];
    const head = readFileSync(join(root, file), 'utf8').split('\n').slice(0, HEAD_LINES).join('\n');
    return [{ file, text: head, isTitle: false }];
  });
}

/** Returns a failure per unknown row and per title with too many rows. */
function judgeClaims(rows: ReadonlySet<string>, claims: readonly Claim[]): RowReport {
  const prefixes = new Set([...rows].map(prefixOf));
  const named = new Set<string>();
  const failures: string[] = [];
  for (const { file, text, isTitle } of claims) {
    const ids = idsIn(text, prefixes);
    for (const id of ids) {
      if (rows.has(id)) named.add(id);
      else failures.push(`${file}: ${id} is no acceptance row (${ROWS_FILE})`);
    }
    if (isTitle && ids.length > IDS_PER_TITLE) {
      failures.push(`${file}: '${text}' names ${ids.length} rows; one test proves at most ${IDS_PER_TITLE}`);
    }
  }
  return { rowCount: rows.size, namedCount: named.size, failures };
}

/** Ids at the start of a title and tags always count as rows. Other ids count only with the prefix of a row. */
function idsIn(text: string, prefixes: ReadonlySet<string>): string[] {
  const leading = LEADING_IDS.exec(text)?.[0].match(ROW_ID) ?? [];
  const tags = (text.match(TAGS) ?? []).map((tag) => tag.slice(1, -1));
  const later = (text.match(ROW_ID) ?? []).filter((id) => prefixes.has(prefixOf(id)));
  return [...new Set([...leading, ...tags, ...later])].filter((id) => !NOT_ROWS.has(id));
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
