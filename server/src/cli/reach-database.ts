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
  /** Ends it only when it was started for this. */
  stop(): Promise<void>;
}

/** The database of this installation: the operator's own, the embedded one of a running server, or that one started. */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  const stop = async (): Promise<void> => {};
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop };
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
    // Held by a running server: then its database is the one to talk to.
    return true;
  }
}

async function urlOfRunning(directory: string): Promise<string> {
  const { url } = await chooseAddress(await openCluster(directory, await findBinaries(), chooseAccount()));
  return url;
}
