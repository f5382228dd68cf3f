import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root, wherever a tool is started from. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** The rooms of the house: every workspace that holds source files. */
export const ROOMS = [
  'contract',
  'server',
  'web',
  'simulator',
  'equipment',
  'stand-ins',
  'e2e',
  'bench',
  'tools',
] as const;

const LISTING_LIMIT_BYTES = 32 * 1024 * 1024;

/** Files on disk that git tracks or would track, as paths from `root`, sorted. */
export function listFiles(root: string): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: LISTING_LIMIT_BYTES,
  });
  const names = new Set(output.split('\0').filter((name) => name !== ''));
  // A file that is deleted but not yet committed is still listed by git.
  return [...names].filter((name) => existsSync(join(root, name))).toSorted();
}

/** The TypeScript sources of all rooms, as paths from `root`. */
export function listSources(root: string): string[] {
  const inRoom = new RegExp(`^(?:${ROOMS.join('|')})/.*\\.tsx?$`);
  return listFiles(root).filter((name) => inRoom.test(name));
}
