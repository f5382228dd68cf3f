import path from 'node:path';
import { chooseAccount } from '#platform/db/embedded-account';
import { chooseAddress } from '#platform/db/embedded-address';
import { findBinaries } from '#platform/db/embedded-binaries';
import { openCluster } from '#platform/db/embedded-cluster';
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres';
import { lockDirectory } from '#platform/db/embedded-directory-lock';
import type { Log } from '#platform/log/log';
import type { Config } from '#server/config';

export interface ReachedDatabase {
  readonly url: string;
  /** Stops the database only if it was started for this call. */
  stop(): Promise<void>;
}

/**
 * Connects to this installation's database: the operator's own, the embedded database of a running server, or an
 * embedded database started now.
 */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  const stop = async (): Promise<void> => {};
  const given = config.databaseOwnerUrl ?? config.databaseUrl;
  if (given !== null) return { url: given, stop };
  const directory = path.join(config.dataDirectory, 'database');
  if (await isInUse(directory)) return { url: await urlOfRunning(directory), stop };
  return startEmbeddedPostgres({ directory, log });
}

async function isInUse(directory: string): Promise<boolean> {
  try {
    const release = await lockDirectory(directory);
    release();
    return false;
  } catch {
    // A running server holds the lock, so its database is used.
    return true;
  }
}

async function urlOfRunning(directory: string): Promise<string> {
  const { url } = await chooseAddress(await openCluster(directory, await findBinaries(), chooseAccount()));
  return url;
}
