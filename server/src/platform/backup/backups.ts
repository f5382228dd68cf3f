// Backups by schedule: a base backup every few hours, the WAL between backups, and a restore on trial each month. Runs in
// the process that runs the embedded database.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { measureDisk } from '#platform/health/data-disk';
import type { Log } from '#platform/log/log';
import { deleteExpired, listBackupFiles, madeAtOf } from './backup-files.ts';
import type { BackupsState } from './backups-state.ts';
import { readDatabaseBytes } from './backup-contents.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { startWalStream, WalGap, type WalStream } from './wal-stream.ts';

const LOOK_EVERY_MS = 30 * SECOND_MS;
const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;
const TEST_EVERY_MS = 30 * DAY_MS;
/** In the folder of the backups: when a backup was last restored on trial. */
const TESTED = 'last-test-restore';
/** In the data folder: where a backup is restored on trial. */
const TRIAL = '.test-restore';

export interface Backups {
  state(): Promise<BackupsState>;
  stop(): Promise<void>;
}

export interface BackupsOptions {
  readonly url: string;
  readonly directory: string;
  readonly everyMs: number;
  readonly keep: number;
  readonly dataDirectory: string;
  readonly key: Uint8Array;
  readonly newestMigration: string;
  readonly now: () => Date;
  readonly log: Log;
}

export function startBackups(options: BackupsOptions): Backups {
  const { directory, everyMs, keep, now, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let stream: WalStream | null = null;
  let isBaseNeeded = false;
  let isFailing = false;
  let isTestFailing = false;
  let coveredUntil = now();
  let streamTried!: () => void;
  const firstStream = new Promise<void>((resolve) => {
    streamTried = resolve;
  });

  const newest = async () => (await listBackupFiles(directory, 'backup')).at(-1);

  const backUpWhenDue = async (): Promise<void> => {
    const last = await newest();
    if (!isBaseNeeded && last !== undefined && !hasPassed(everyMs, madeAtOf(last, now()), now())) return;
    const file = await makeBackup(options, directory, signal);
    isBaseNeeded = false;
    const deleted = await deleteExpired(directory, keep);
    log.info({ file: path.basename(file), deleted }, 'Backup made');
    if (await isTestDue(directory, now())) isTestFailing = !(await testRestore(file, options));
  };

  /** A trial that a kill or a power cut ended leaves a whole database behind. */
  const deleteInterruptedTrial = async (): Promise<void> => {
    try {
      await rm(path.join(options.dataDirectory, TRIAL), { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'The folder of an interrupted trial restore could not be deleted');
    }
  };

  const schedule = async (): Promise<void> => {
    await deleteInterruptedTrial();
    // The stored WAL must begin before the backup.
    await firstStream;
    while (!signal.aborted) {
      try {
        await backUpWhenDue();
        isFailing = false;
      } catch (error) {
        // The next start makes the backup that this stop ended.
        if (signal.aborted) return;
        isFailing = true;
        log.error({ err: error }, 'Backup failed, retrying in a minute');
      }
      await pause(isFailing ? LONGEST_PAUSE_MS : LOOK_EVERY_MS, signal);
    }
  };

  const follow = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const hasBase = (await newest()) !== undefined;
        stream = await startWalStream({ ...options, isFresh: isBaseNeeded || !hasBase });
        pauseMs = FIRST_PAUSE_MS;
        streamTried();
        await stream.ended;
      } catch (error) {
        streamTried();
        coveredUntil = stream?.coveredUntil() ?? coveredUntil;
        stream = null;
        if (signal.aborted) return;
        if (error instanceof WalGap) isBaseNeeded = true;
        log.warn({ err: error, pauseMs }, 'Keeping the WAL beside the backups failed, retrying after pauseMs');
      }
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };

  const running = Promise.all([follow(), schedule()]);
  return {
    async state() {
      const backups = await listBackupFiles(directory, 'backup').catch(() => []);
      const last = backups.at(-1);
      const lastAt = last === undefined ? null : madeAtOf(last, now());
      const nextAt = lastAt === null ? now() : new Date(lastAt.getTime() + everyMs);
      return {
        ...{ mode: 'scheduled', lastAt, sizeBytes: last?.sizeBytes ?? null, kept: backups.length },
        ...{ nextAt, coveredUntil: isBaseNeeded ? null : (stream?.coveredUntil() ?? coveredUntil) },
        ...{ testedAt: await readTested(directory), isFailing, isTestFailing },
      };
    },
    async stop() {
      stopping.abort();
      await stream?.stop();
      await Promise.race([running, wait(SECOND_MS, undefined, { ref: false })]);
    },
  };
}

/** Restores the backup into a folder of its own and checks it, as an operator would. Returns false for an unsound backup. */
async function testRestore(file: string, options: BackupsOptions): Promise<boolean> {
  const { dataDirectory, log } = options;
  const neededBytes = TRIAL_SPACE * (await readDatabaseBytes(options));
  const freeBytes = (await measureDisk(dataDirectory))?.freeBytes ?? 0;
  if (freeBytes < neededBytes) {
    log.warn(
      { freeBytes, neededBytes },
      'Too little space to restore a backup on trial, trying again with the next one',
    );
    return true;
  }
  const trial = path.join(dataDirectory, TRIAL);
  await rm(trial, { recursive: true, force: true });
  try {
    const { rows } = await restoreBackup({ ...options, file, dataDirectory: trial, databaseSettings: SMALL });
    await writeFile(path.join(options.directory, TESTED), options.now().toISOString(), { mode: 0o600 });
    log.info({ file: path.basename(file), rows }, 'Backup restored on trial');
    return true;
  } catch (error) {
    log.error({ err: error }, 'A backup could not be restored on trial, trying again with the next one');
    return false;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/** A trial leaves the disk of the running server at least as much space as it takes. */
const TRIAL_SPACE = 4;

const SMALL = { shared_buffers: '32MB', max_connections: '10', max_wal_senders: '0', wal_level: 'minimal' };

const isTestDue = async (directory: string, now: Date): Promise<boolean> =>
  hasPassed(TEST_EVERY_MS, (await readTested(directory)) ?? new Date(0), now);

/** A time in the future is of a clock that was ahead. Waiting for that time could take years. */
const hasPassed = (periodMs: number, since: Date, now: Date): boolean =>
  since > now || now.getTime() - since.getTime() >= periodMs;

async function readTested(directory: string): Promise<Date | null> {
  // A write that a full disk cut off leaves no date.
  const at = new Date(await readFile(path.join(directory, TESTED), 'utf8').catch(() => ''));
  return Number.isNaN(at.getTime()) ? null : at;
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await wait(pauseMs, undefined, { signal }).catch(() => {});
}
