import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../repository.ts';

/** Sources, tests, scripts and settings: every file that a command of the repository can execute or read paths from. */
const JUDGED = /\.(?:[cm]?[jt]sx?|json|sh|css|html|sql)$|^\.ci\//;
/** The tests of the tools write made-up offenders into temporary repositories. */
const EXEMPT = /^tools\/src\/[\w./-]+\.test\.ts$|^package-lock\.json$/;

/** Matches steps up from a folder: `../..` in a single text, or `'..', '..'` as arguments of `join`. */
const UPWARD = /(?<![.\w\])])\.\.(?:(?:\/|['"`]\s*,\s*['"`])\.\.)*(?![.\w])/g;
/** A path that starts at the root of the repository and goes up from there. */
const ABOVE_ROOT = /\b(?:ROOT|repositoryRoot|process\.cwd\(\))\s*,\s*['"`]\.\./g;
/** A folder that only a particular machine has. */
const MACHINE_PATH = /['"`](?:\/(?:work|home|root|Users|mnt)\/|~\/)/g;

/** Finds references to folders outside the repository, which a fresh clone lacks. Returns a failure per place. */
export function checkOutsidePaths(root: string): { failures: string[]; fileCount: number } {
  const files = listFiles(root).filter((file) => JUDGED.test(file) && !EXEMPT.test(file));
  const failures = files.flatMap((file) =>
    findOutsidePaths(file, readFileSync(join(root, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line}: ${text} leads outside the repository`,
    ),
  );
  return { failures, fileCount: files.length };
}

/** Finds the places in a file's text that lead outside the repository. `file` is the path from the root. */
export function findOutsidePaths(file: string, text: string): { line: number; text: string }[] {
  const depth = file.split('/').length - 1;
  const upward = [...text.matchAll(UPWARD)].filter(([match]) => match.split('..').length - 1 > depth);
  const others = [ABOVE_ROOT, MACHINE_PATH].flatMap((pattern) => [...text.matchAll(pattern)]);
  return [...upward, ...others]
    .toSorted((a, b) => a.index - b.index)
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length, text: match[0] }));
}
