import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finishRestore } from '#platform/backup/restored-place';
import { chooseAccount } from '#platform/db/embedded/embedded-account';
import { chooseAddress } from '#platform/db/embedded/embedded-address';
import { findBinaries } from '#platform/db/embedded/embedded-binaries';
import { openCluster } from '#platform/db/embedded/embedded-cluster';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { lockDirectory } from '#platform/db/embedded/embedded-directory-lock';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import type { Config } from '#server/config/config';

export interface ReachedDatabase {
  readonly url: string;
  /** Stops the database only if it was started for this call. */
  stop(): Promise<void>;
}

/**
 * Connects to this installation's database: the operator's own, the embedded database of a running server, or an
 * embedded database started now. Never creates one: with a mistyped data folder a command would seem to work.
 */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  const stop = async (): Promise<void> => {};
  const given = config.databaseOwnerUrl ?? config.databaseUrl;
  if (given !== null) return { url: given, stop };
  const directory = path.join(config.dataDirectory, 'database');
  await finishRestore(config.dataDirectory);
  await requireData(config.dataDirectory);
  if (await isInUse(directory)) return { url: await urlOfRunning(directory), stop };
  return startEmbeddedPostgres({ directory, log });
}

async function requireData(dataDirectory: string): Promise<void> {
  const problem = await findDataProblem(dataDirectory);
  if (problem !== null) throw describeDataProblem(problem, dataDirectory);
}

/** The error of a look at the embedded database, or null. */
export const findDataProblem = (dataDirectory: string): Promise<NodeJS.ErrnoException | null> =>
  stat(path.join(dataDirectory, 'database', 'data')).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );

export function describeDataProblem(error: NodeJS.ErrnoException, dataDirectory: string): Error {
  if (error.code === 'EACCES')
    return new StartProblem(
      `This user is not allowed to read ${dataDirectory}. Run the command as the user of the server.`,
    );
  if (error.code !== 'ENOENT') return error;
  return new StartProblem(
    `There is no database in ${path.resolve(dataDirectory)}. Set TRACE_DATA_DIR to the data folder of this installation. A new installation gets its database when the server starts: npm start.`,
  );
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
