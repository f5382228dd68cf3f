// The files of an embedded database: made once, never half.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { syncDirectory } from '#platform/disk/sync-directory';
import { StartProblem } from '#platform/refusal/start-problem';

import { childEnvironment } from './embedded-account.ts';
import type { Account } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { causeIn } from './embedded-complaint.ts';

export interface Cluster {
  readonly data: string;
  readonly sockets: string;
  readonly user: string;
  readonly password: string;
}

const USER = 'trace';

/** Opens the cluster in `directory`, creating a missing cluster. */
export async function openCluster(directory: string, binaries: Binaries, account: Account): Promise<Cluster> {
  const root = realpathSync(directory);
  const data = path.join(root, 'data');
  const sockets = path.join(root, 's');
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (!existsSync(data)) await makeData(root, data, binaries, account);
  account.own(sockets);
  refuseOtherVersion(data, binaries);
  const password = readFileSync(passwordFile(root), 'utf8').trim();
  return { data, sockets, user: USER, password };
}

/** Creates the data in a temporary folder and renames the finished folder, so a crash leaves no partial cluster. */
async function makeData(root: string, data: string, binaries: Binaries, account: Account): Promise<void> {
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  await writeDurably(passwordFile(root), `${randomBytes(24).toString('base64url')}\n`);
  account.own(root);
  await runInitdb(unfinished, passwordFile(root), binaries, account);
  await rename(unfinished, data);
  await syncDirectory(root);
}

async function runInitdb(directory: string, passwordPath: string, binaries: Binaries, account: Account): Promise<void> {
  const files = ['-D', directory, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordPath}`];
  const language = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const [program, ...args] = [...account.prefix, binaries.initdb, '--no-instructions', ...files, ...language];
  if (program === undefined) throw new Error('no program to run');
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: childEnvironment });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new StartProblem(describeInitdbFailure(complaint));
}

export const describeInitdbFailure = (output: string): string =>
  `The embedded database cannot be made: ${causeIn(output)}. Check the disk of TRACE_DATA_DIR and the size of /dev/shm (16 MB or more), or set DATABASE_URL.`;

function refuseOtherVersion(data: string, binaries: Binaries): void {
  const found = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.majorVersion) return;
  throw new StartProblem(
    `${data} was made by PostgreSQL ${found}, this is ${binaries.majorVersion}. Back up with the old version and restore with this one.`,
  );
}

function passwordFile(root: string): string {
  return path.join(root, 'password');
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
