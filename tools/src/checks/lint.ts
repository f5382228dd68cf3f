import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listFiles } from '../repository.ts';
import type { Verdict } from '../run-checks.ts';
import { runTool } from '../run-tool.ts';

const CACHE = 'node_modules/.cache/lint.json';
/** With more changed files than this, the list of files is longer than a whole run is slow. */
const MOST_CHANGED = 400;

/** The contents of all sources at the last green run, as hashes. `rules`: of the linter's settings and version. */
interface Linted {
  readonly rules: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Lints the sources that changed since the last green run, and the sources that import these. A change of a type can
 * reach further, so CI, which starts without a cache, lints everything.
 */
export async function lint(root: string): Promise<Verdict> {
  const texts = new Map(linted(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const now: Linted = {
    rules: hashOf(rulesOf(root)),
    files: Object.fromEntries([...texts].map(([file, text]) => [file, hashOf(text)])),
  };
  const before = readCache(root);
  const changed =
    before?.rules === now.rules ? [...texts.keys()].filter((file) => before.files[file] !== now.files[file]) : null;
  const chosen = changed === null || changed.length > MOST_CHANGED ? null : withImporters(changed, texts);
  const verdict =
    chosen?.length === 0 ? { failures: [] } : await runTool('oxlint', ['--format=unix', ...(chosen ?? ['.'])]);
  if (verdict.failures.length === 0) writeCache(root, now);
  return { ...verdict, note: `${chosen === null ? 'all' : `${chosen.length} changed`} of ${texts.size} files` };
}

/** Adds the sources that name a changed file in an import. Files of the same name elsewhere are included. */
export function withImporters(changed: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const names = new Set(changed.map(nameOf));
  const importsOne = (text: string): boolean =>
    [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].some(([, specifier]) => names.has(nameOf(specifier!)));
  const importers = [...texts].filter(([, text]) => importsOne(text)).map(([file]) => file);
  return [...new Set([...changed, ...importers])];
}

const linted = (root: string): string[] => listFiles(root).filter((file) => /\.[cm]?[jt]sx?$/.test(file));

const nameOf = (path: string): string => basename(path).replace(/\.[cm]?[jt]sx?$/, '');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function rulesOf(root: string): string {
  const settings = listFiles(root).filter((file) =>
    /(?:^|\/)(?:\.oxlintrc|tsconfig[\w.]*|package-lock)\.json$/.test(file),
  );
  return settings.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

function readCache(root: string): Linted | null {
  try {
    return JSON.parse(readFileSync(join(root, CACHE), 'utf8')) as Linted;
  } catch {
    // The first run, or a cache that was cut off: everything is linted.
    return null;
  }
}

function writeCache(root: string, linted: Linted): void {
  const file = join(root, CACHE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(linted));
}
