// A database server for a single test, so that the test can kill the server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openDatabase } from '#platform/db/database';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { migrationsDirectory } from '#testing/template-database';
import type { TestDatabase } from '#testing/test-database';

export interface OwnDatabase {
  readonly test: TestDatabase;
  /** kill -9 of the server. Its supervisor restarts the server. */
  kill(): void;
}

export async function ownDatabase(): Promise<OwnDatabase> {
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-own-'));
  const log = createLog({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ directory, log });
  const { url } = postgres;
  await migrate({ url, schema: 'public', directory: migrationsDirectory, log });
  const database = await openDatabase({ url, log });
  const drop = async (): Promise<void> => {
    await database.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return {
    test: { url, appUrl: url, schema: 'public', database, drop },
    kill: () => process.kill(postgres.pid, 'SIGKILL'),
  };
}
