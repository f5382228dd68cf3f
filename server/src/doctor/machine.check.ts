import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@trace/contract/kernel/time';
import { operationsRules as rules } from '@trace/contract/operations/operations.rules';
import { listBackupFiles, madeAtOf } from '#platform/backup/backup-files';
import { readElsewhere, readUnscheduled } from '#platform/backup/backups-state';
import { inspectBucket } from '#platform/files/s3-check';
import { measureDisk } from '#platform/health/data-disk';
import { readOpenFileLimit } from '#platform/sockets/open-files';
import type { Config } from '#server/config/config';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';

const GIGABYTE = 1e9;
const FULL_PCT = 2;
const GOOD_FILE_LIMIT = 4_096;
const LEAST_FILE_LIMIT = 1_024;
const BUCKET_WITHIN_MS = 4_000;
/** Readable for others. */
const OTHERS = 0o077;

export async function checkDisk({ config: { dataDirectory } }: Context): Promise<Found[]> {
  const problem = await access(dataDirectory, constants.R_OK | constants.W_OK).then(() => null, codeOf);
  if (problem === 'ENOENT')
    return [warn('The data folder does not exist yet. The first start makes it.', 'Start the server.')];
  if (problem !== null)
    return [fail(`The data folder cannot be written (${problem}).`, 'Give it to the user of the server.')];
  const disk = await measureDisk(dataDirectory);
  if (disk === null) return [warn('The free space is unknown.', 'Check the disk of the data folder.')];
  const free = `${(disk.freeBytes / GIGABYTE).toFixed(1)} of ${(disk.sizeBytes / GIGABYTE).toFixed(1)} GB are free.`;
  const pct = (disk.freeBytes * 100) / disk.sizeBytes;
  if (pct >= rules.freeDiskPct) return [ok(free)];
  return [pct < FULL_PCT ? fail(free, 'Free space now.') : warn(free, 'Free space, or enlarge the disk.')];
}

export async function checkFiles({ config, databaseUrl, facts }: Context): Promise<Found> {
  const { filesBucket, dataDirectory } = config;
  if (filesBucket === null) {
    const problem = await access(join(dataDirectory, 'files'), constants.W_OK).then(() => null, codeOf);
    if (problem !== null && problem !== 'ENOENT')
      return fail(`The folder of files cannot be written (${problem}).`, 'Give it to the user of the server.');
    const processes =
      databaseUrl === null
        ? 0
        : await facts().then(
            (found) => found.processes,
            () => 0,
          );
    if (processes < 2) return ok('Files are kept in the data folder.');
    const means = `Files are kept in the data folder of each of ${processes} server processes. The others miss them.`;
    return fail(means, 'Set the same FILES_URL for all processes (docs/operations.md).');
  }
  const problem = await inspectBucket(filesBucket, BUCKET_WITHIN_MS);
  if (problem === null) return ok(`The bucket ${filesBucket.bucket} can be read.`);
  return fail(`The bucket ${filesBucket.bucket} cannot be used: ${problem}.`, 'Check FILES_URL.');
}

/** A running server has the limit of its unit, not of this shell. */
export async function checkOpenFiles({ server }: Context): Promise<Found> {
  const limit = server === null ? readOpenFileLimit() : server.openFileLimit;
  if (limit === null) return ok('Any number of files may be open.');
  const means = `${limit} files may be open, enough for about ${Math.floor(limit / 2)} trackers.`;
  if (limit >= GOOD_FILE_LIMIT) return ok(means);
  const action = 'Allow 65,536 or more (LimitNOFILE= of systemd, ulimit -n in a shell).';
  return limit < LEAST_FILE_LIMIT ? fail(means, action) : warn(means, action);
}

export async function checkKeyFile({ config: { secretKey, dataDirectory } }: Context): Promise<Found[]> {
  if (secretKey !== null) return [];
  const found = await stat(join(dataDirectory, 'secret.key')).catch(() => null);
  if (found === null || (found.mode & OTHERS) === 0) return [];
  return [warn('Other users of this machine can read secret.key.', 'Run chmod 600 on it, or start the server.')];
}

export async function checkBackup({ config }: Context): Promise<Found> {
  const at = await newestBackup(config);
  const isElsewhere = config.databaseUrl !== null;
  const mark = 'After each backup of the database, touch last-backup in the data folder (docs/operations.md).';
  if (at === null) return warn('There is no backup yet.', isElsewhere ? mark : 'Make one (docs/operations.md).');
  const ageMs = Date.now() - at.getTime();
  const means = `The last backup is ${Math.floor(ageMs / DAY_MS)} days old.`;
  const isScheduled = config.backups.directory !== null;
  const lateMs = isScheduled ? config.backups.everyMs + rules.backupLateMs : rules.backupMs;
  if (ageMs < lateMs) return ok(means);
  if (isElsewhere) return warn(means, mark);
  return warn(means, isScheduled ? 'Read the log of the server for the reason.' : 'Make one, or set BACKUP_DIRECTORY.');
}

async function newestBackup({ backups, databaseUrl, dataDirectory }: Config): Promise<Date | null> {
  if (backups.directory !== null) {
    const last = (await listBackupFiles(backups.directory, 'backup').catch(() => [])).at(-1);
    return last === undefined ? null : madeAtOf(last, new Date());
  }
  const read = databaseUrl === null ? readUnscheduled : readElsewhere;
  return (await read(dataDirectory)).lastAt;
}
