// Starts the backups of this installation, as its settings say.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupRules } from '@trace/contract/retention/retention.rules';
import { deleteExpired, OWN_BACKUPS } from '#platform/backup/backup-files';
import { startBackups, type Backups } from '#platform/backup/backups';
import { readElsewhere, readUnscheduled } from '#platform/backup/backups-state';
import { makeBackup } from '#platform/backup/make-backup';
import { createFiles, type Files } from '#platform/files/files';
import { createS3Files } from '#platform/files/s3-files';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import type { Secrets } from '#platform/secrets/secrets';
import type { Config } from './config/config.ts';

export interface BackupPlace {
  readonly config: Pick<Config, 'backups' | 'dataDirectory'>;
  readonly secrets: Pick<Secrets, 'deriveKey'>;
  /** Of the owner of the embedded database. Null: the database is a server of the operator. */
  readonly url: string | null;
  /** The folder of the migrations. */
  readonly migrations: string;
  readonly log: Log;
}

/** So much WAL stays in the database for the backups to go on after a pause. */
const WAL_KEPT = { wal_keep_size: '1GB' };

export const walSettings = ({ backups }: Pick<Config, 'backups'>): Record<string, string> =>
  backups.directory === null ? {} : WAL_KEPT;

/** A folder that is away, such as an unmounted disk, does not stop the start: the backups are retried. */
export async function checkBackupDirectory({ backups: { directory } }: Pick<Config, 'backups'>): Promise<void> {
  if (directory === null) return;
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => error.code);
  const isFile = typeof found === 'object' ? !found.isDirectory() : found === 'ENOTDIR';
  if (isFile) throw new StartProblem(`BACKUP_DIRECTORY: ${directory} is a file or lies under one. Set it to a folder.`);
}

/** Opens the store that a restored database leaves as it is: the bucket, else the folder of the backups. */
export function openTombstoneFiles({ filesBucket, dataDirectory, backups }: TombstonePlace): Files {
  if (filesBucket !== null) return createS3Files(filesBucket);
  return createFiles({ directory: backups.directory ?? join(dataDirectory, OWN_BACKUPS) });
}

type TombstonePlace = Pick<Config, 'filesBucket' | 'dataDirectory' | 'backups'>;

const now = (): Date => new Date();

/** SCALE-05: the way back from this version. An upgrade does not begin without it. */
export async function backUpBeforeUpgrade({ config, secrets, url, log }: BackupPlace): Promise<void> {
  if (url === null) return;
  const { backups, dataDirectory } = config;
  const directory = backups.directory ?? join(dataDirectory, OWN_BACKUPS);
  try {
    const file = await makeBackup({ url, dataDirectory, key: secrets.deriveKey('backup'), now, log }, directory);
    await deleteExpired(directory, backups.directory === null ? backupRules.keptBeforeUpgrades : backups.keep);
    log.info({ file }, 'Backup made before the upgrade');
  } catch (error) {
    throw new StartProblem(
      `The backup before the upgrade failed: ${error instanceof Error ? error.message : String(error)}. Nothing was changed. Free space in ${directory}, or set BACKUP_DIRECTORY to another disk.`,
      { cause: error },
    );
  }
}

export async function runBackups({ config, secrets, url, migrations, log }: BackupPlace): Promise<Backups> {
  const { backups, dataDirectory } = config;
  const { directory } = backups;
  const stop = async (): Promise<void> => {};
  if (url === null) return { state: () => readElsewhere(dataDirectory), stop };
  if (directory === null) return { state: () => readUnscheduled(dataDirectory), stop };
  const newestMigration = (await readdir(migrations)).toSorted().at(-1) ?? '';
  const key = secrets.deriveKey('backup');
  return startBackups({ ...backups, ...{ url, directory, dataDirectory, key, newestMigration, now, log } });
}
