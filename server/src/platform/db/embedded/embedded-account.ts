// Chooses the account that PostgreSQL runs as, because PostgreSQL refuses to run as root. Also makes PostgreSQL end
// together with the server.
import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

import { StartProblem } from '#platform/refusal/start-problem';

export interface Account {
  /** Command prefix of a short program such as initdb. */
  readonly prefix: readonly string[];
  /**
   * Command prefix of the server program. The server program also receives SIGINT (fast shutdown) when this process
   * dies.
   */
  readonly serverPrefix: readonly string[];
  /** Changes the owner of a folder and all its contents to the account. */
  own(directory: string): void;
}

/**
 * Excludes the server's own environment, which contains secrets and may contain PG* variables. The language is fixed,
 * because this program parses the messages.
 */
export const childEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
};

const NOBODY = 65_534;

/** Two programs in a row, since changing the user forgets the signal that was asked for before. */
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--'];

const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];

/**
 * Runs as the current user if that user is neither root nor nameless. Otherwise uses a user namespace, where this user
 * is called nobody and still owns the files. Without namespaces, root switches to the user nobody.
 */
export function chooseAccount(): Account {
  const dieWithParent = works(DIE_WITH_PARENT) ? DIE_WITH_PARENT : [];
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return account([], dieWithParent, () => {});
  if (works(IN_NAMESPACE)) return account(IN_NAMESPACE, dieWithParent, () => {});
  if (!isRoot)
    throw new StartProblem('PostgreSQL needs a user with an entry in /etc/passwd. Start Trace as another user.');
  if (works(AS_NOBODY)) return account(AS_NOBODY, dieWithParent, giveToNobody);
  throw new StartProblem(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv works here. Start Trace as another user.',
  );
}

/** Containers often run under a number that no user has; PostgreSQL refuses that. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function account(prefix: string[], dieWithParent: string[], own: Account['own']): Account {
  return { prefix, serverPrefix: [...prefix, ...dieWithParent], own };
}

function works([program, ...args]: string[]): boolean {
  if (program === undefined) return false;
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', env: childEnvironment, timeout: 5_000 }).status === 0;
}

function giveToNobody(directory: string): void {
  chownSync(directory, NOBODY, NOBODY);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chownSync(path.join(entry.parentPath, entry.name), NOBODY, NOBODY);
  }
}
