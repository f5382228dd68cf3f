import path from 'node:path';
import { openDatabase, type Database } from '#platform/db/database';
import { blamingOwner } from '#platform/db/embedded/database-start-reason';
import { migrate } from '#platform/db/migrate';
import type { Log } from '#platform/log/log';
import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';
import type { Secrets } from '#platform/secrets/secrets';
import type { Config } from '#server/config/config';
import { backUpBeforeUpgrade } from '../backups-start.ts';
import { reachDatabase } from './reach-database.ts';

const migrations = path.resolve(import.meta.dirname, '../../migrations');

/**
 * Runs the work with this installation's database in the shape of this version. An upgrade by a command makes the same
 * backup first as an upgrade by the start.
 */
export async function withDatabase<Result>(
  { config, log, maxConnections = 1 }: { config: Config; log: Log; maxConnections?: number },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const server = await reachDatabase(config, log);
  try {
    const url = config.databaseUrl === null ? server.url : null;
    const beforeUpgrade = async (): Promise<void> =>
      backUpBeforeUpgrade({ config, secrets: await loadSecrets(config), url, migrations, log });
    await migrate({ url: server.url, directory: migrations, log, beforeUpgrade });
    const database = await openDatabase({ url: server.url, maxConnections, log });
    try {
      return await work(database);
    } finally {
      await database.stop();
    }
  } catch (error) {
    throw config.databaseOwnerUrl === null ? error : blamingOwner(error);
  } finally {
    await server.stop();
  }
}

/** The secrets of this installation. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { secretKey: configured, dataDirectory: directory, databaseUrl } = config;
  return createSecrets(await loadSecretKey({ configured, directory, isDatabaseElsewhere: databaseUrl !== null }));
}
