// SCALE-05, SET-03: an account that was deleted after the backup stays deleted in a restore without the WAL. The server
// and its database get kill -9 once the tombstone is stored, the WAL is lost with the data folder, and a new server starts
// on the restored backup. An account that nobody deleted is there.
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { runConsole, type Ran } from '../../equipment/servers/console.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { repositoryRoot } from '../../equipment/repository.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { killDatabase, startWorld } from '../../equipment/servers/world.ts';

const DELETED = 'bench-person-1@example.com';
const KEPT = 'bench-person-2@example.com';
const STORED_WITHIN_MS = 15_000;

export const revivedFault: Fault = {
  name: 'revived',
  invariants: ['I-21'],
  run: (settings) => restoreWithoutWal(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* restoreWithoutWal(
  _settings: FaultSettings,
  serverDirectory = path.join(repositoryRoot, 'server'),
): AsyncGenerator<Outcome> {
  const place = await mkdtemp(path.join(tmpdir(), 'trace-revived-'));
  try {
    const problem = await loseTheWal(place, serverDirectory);
    yield problem === null
      ? await judgeRestored(place, serverDirectory)
      : { title: 'a deletion after the backup', problems: [problem], note: '' };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Makes a backup, deletes an account and destroys all but the backup, its tombstones and the secret key. */
async function loseTheWal(place: string, serverDirectory: string): Promise<string | null> {
  const kept = path.join(place, 'kept');
  const world = await startWorld({
    ...{ devices: 1, people: 2, serverDirectory, settings: { BACKUP_DIRECTORY: kept } },
  });
  try {
    const script = path.join(serverDirectory, 'src/cli/backup.ts');
    const made = await runConsole(script, [path.join(place, 'copy')], { TRACE_DATA_DIR: world.dataDirectory() });
    if (made.code !== 0) return `no backup was made: ${made.complaint}`;
    const { url, person } = world.ready();
    const { api } = await signInTo({ url, person: { ...person, email: DELETED } });
    await api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
    const tombstones = path.join(kept, 'tombstones', 'account');
    const isStored = await holdsWithin(
      STORED_WITHIN_MS,
      async () => (await readdir(tombstones).catch(() => [])).length > 0,
    );
    const ended = world.kill();
    killDatabase(world);
    await ended;
    await mkdir(path.join(place, 'new'));
    await cp(path.join(world.dataDirectory(), 'secret.key'), path.join(place, 'new', 'secret.key'));
    if (!isStored) return `no tombstone was stored within ${STORED_WITHIN_MS} ms`;
    await cp(path.join(kept, 'tombstones'), path.join(place, 'copy', 'tombstones'), { recursive: true });
    return null;
  } finally {
    await world.dispose();
  }
}

async function judgeRestored(place: string, serverDirectory: string): Promise<Outcome> {
  const title = 'a restore of the backup alone, beside the tombstones';
  const restored = await restore(place, serverDirectory);
  if (restored.code !== 0) return { title, problems: [`it was refused: ${restored.complaint}`], note: '' };
  const world = await startWorld({ devices: 1, restoreFrom: path.join(place, 'new'), serverDirectory });
  try {
    const emails = await lookInto(world.ready().databaseUrl, async (client) => {
      const { rows } = await client.query<{ email: string }>('select email from person where email = any($1)', [
        [DELETED, KEPT],
      ]);
      return rows.map(({ email }) => email);
    });
    const problems = emails.includes(DELETED) ? ['the restore revived a deleted account'] : [];
    if (!emails.includes(KEPT)) problems.push('an account that nobody deleted is gone');
    return { title, problems, note: '1 account was deleted after the backup', counts: { checked: 2 } };
  } finally {
    await world.dispose();
  }
}

async function restore(place: string, serverDirectory: string): Promise<Ran> {
  const names = await readdir(path.join(place, 'copy'));
  const file = names.find((name) => name.endsWith('.backup')) ?? 'missing.backup';
  const script = path.join(serverDirectory, 'src/cli/restore.ts');
  return runConsole(script, [path.join(place, 'copy', file)], { TRACE_DATA_DIR: path.join(place, 'new') });
}
