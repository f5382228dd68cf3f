// The embedded database: a real PostgreSQL server of our own, so Node is the only thing to install. The database starts
// and ends with this process, and is restarted after a crash of its own.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '#platform/log/log';

import { chooseAccount } from './embedded-account.ts';
import type { Account } from './embedded-account.ts';
import { chooseAddress } from './embedded-address.ts';
import { findBinaries } from './embedded-binaries.ts';
import { openCluster } from './embedded-cluster.ts';
import { startServerProcess } from './embedded-process.ts';
import type { ServerProcess } from './embedded-process.ts';
import { lockDirectory, clearAbandoned } from './embedded-directory-lock.ts';
import { embeddedSettings } from './embedded-settings.ts';

export interface EmbeddedPostgres {
  /** Stays the same when the server is started again. Holds the password. */
  readonly url: string;
  /** Of the server process that runs now. */
  readonly pid: number;
  /** Fast shutdown; resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder of the database's files and of no other files. Created when missing. */
  readonly directory: string;
  readonly log: Log;
  /** PostgreSQL settings beside or instead of our own. */
  readonly settings?: Readonly<Record<string, string>>;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 5_000;
/** A server that ran at least this long before a crash restarts with the shortest pause. */
const HEALTHY_AFTER_MS = 30_000;

/** Starts the database, creating its files on the first start. Throws when another live process uses the directory. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const release = await lockDirectory(path.resolve(options.directory));
  try {
    const running = await superviseFrom(options);
    const stop = async (): Promise<void> => {
      try {
        await running.stop();
      } finally {
        release();
      }
    };
    return {
      url: running.url,
      get pid() {
        return running.pid();
      },
      stop,
    };
  } catch (error) {
    release();
    throw error;
  }
}

interface Supervised {
  readonly url: string;
  pid(): number;
  stop(): Promise<void>;
}

async function superviseFrom({ directory, log, settings }: EmbeddedPostgresOptions): Promise<Supervised> {
  const binaries = await findBinaries();
  const account: Account = chooseAccount();
  const cluster = await openCluster(directory, binaries, account);
  const address = await chooseAddress(cluster);
  const lockFiles = [path.join(cluster.data, 'postmaster.pid'), ...address.lockFiles];
  const command = [...account.serverPrefix, binaries.postgres, '-D', cluster.data];
  const allSettings = { ...embeddedSettings, ...settings, ...address.settings };

  const start = async (): Promise<ServerProcess> => {
    await clearAbandoned(cluster.data, lockFiles);
    return startServerProcess(command, allSettings, log);
  };
  const supervised = await keepRunning(start, log);
  return { url: address.url, ...supervised };
}

/** Starts the server and restarts it after each unexpected exit. Pauses grow while the server keeps failing. */
async function keepRunning(start: () => Promise<ServerProcess>, log: Log): Promise<Omit<Supervised, 'url'>> {
  const stopping = new AbortController();
  let current = await start();

  const startAgain = async (): Promise<ServerProcess | undefined> => {
    try {
      return await start();
    } catch (error) {
      log.error({ err: error }, 'Restarting the embedded PostgreSQL failed, retrying');
      return undefined;
    }
  };

  const watch = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    let startedMs = performance.now();
    let running: ServerProcess | undefined = current;
    while (!stopping.signal.aborted) {
      const how = running === undefined ? 'start failed' : await running.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedMs > HEALTHY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      log.error({ how, pauseMs }, 'Embedded PostgreSQL exited unexpectedly, restarting after pauseMs');
      await pause(pauseMs, stopping.signal);
      if (stopping.signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      startedMs = performance.now();
      running = await startAgain();
      current = running ?? current;
      if (running !== undefined)
        log.info({ tookMs: Math.round(performance.now() - startedMs) }, 'Embedded PostgreSQL is running again');
    }
  };

  const watching = watch();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await current.stop();
    await watching;
    // A start that was in progress at the time of the stop has replaced `current` by now.
    await current.stop();
  };
  return { pid: () => current.pid, stop };
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(pauseMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
