import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackupFiles, OWN_BACKUPS } from '#platform/backup/backup-files';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { loadSecretKey } from '#platform/secrets/secrets';
import { readConfig } from '#server/config/config';
import { migrationsDirectory } from '#testing/template-database';
import { mendableReason } from '../run.ts';
import { describeDataProblem } from './reach-database.ts';
import { withDatabase } from './with-database.ts';

const log = createLog({ level: 'silent' });
const nothing = async (): Promise<void> => {};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-command-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Creates the embedded database of a version that lacks the newest migration. */
async function makeOldDatabase(): Promise<void> {
  const [old, data] = ['old', 'data'].map((name) => path.join(directory, name)) as [string, string];
  const names = (await readdir(migrationsDirectory)).toSorted();
  for (const name of names.slice(0, -1)) await cp(path.join(migrationsDirectory, name), path.join(old, name));
  await loadSecretKey({ directory: data });
  const server = await startEmbeddedPostgres({ directory: path.join(data, 'database'), log });
  await migrate({ url: server.url, directory: old, log });
  await server.stop();
}

test('a command that upgrades the embedded database makes a backup first, and only then [SCALE-05]', async () => {
  await makeOldDatabase();
  const config = readConfig({ TRACE_DATA_DIR: path.join(directory, 'data') });
  for (let run = 1; run <= 2; run += 1) {
    await withDatabase({ config, log }, nothing);
    expect(await listBackupFiles(path.join(config.dataDirectory, OWN_BACKUPS), 'backup')).toHaveLength(1);
  }
});

test('a command names DATABASE_OWNER_URL when that address is wrong [SCALE-02]', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://trace_app@127.0.0.1:2/trace',
    DATABASE_OWNER_URL: 'postgres://trace@127.0.0.1:1/trace',
  });
  await expect(withDatabase({ config, log }, nothing)).rejects.toThrow('(ECONNREFUSED). Check DATABASE_OWNER_URL.');
});

test('a command of another user names the folder and what to do [SCALE-01]', () => {
  const error = Object.assign(new Error('EACCES: permission denied, stat'), { code: 'EACCES' });
  expect(mendableReason(describeDataProblem(error, '/var/lib/trace'))).toBe(
    'This user is not allowed to read /var/lib/trace. Run the command as the user of the server.',
  );
});
