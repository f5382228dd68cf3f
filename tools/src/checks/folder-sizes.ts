import { dirname } from 'node:path';

/** A reader still finds a file among this many, without a search. */
const MOST_FILES = 30;
/** Numbered lists, which only grow: a reader looks for a number. */
const NUMBERED = new Set(['docs/decisions', 'server/migrations']);

/** Finds folders with too many files to read at a glance. `files` are paths from the root. */
export function checkFolderSizes(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !NUMBERED.has(folder))
    .map(([folder, count]) => `${folder} holds ${count} files. Split the folder by subject: at most ${MOST_FILES}`);
}
