// The state of the backups for the page Operations, also of a server that makes none by schedule.
import path from 'node:path';
import { touchedAt } from '#platform/health/data-disk';
import { listBackupFiles, madeAtOf, OWN_BACKUPS } from './backup-files.ts';

export interface BackupsState {
  /** `elsewhere`: the operator's own database server has its own backups. */
  readonly mode: 'off' | 'scheduled' | 'elsewhere';
  readonly lastAt: Date | null;
  readonly sizeBytes: number | null;
  readonly kept: number;
  readonly nextAt: Date | null;
  /** A restore brings back every commit before this time. */
  readonly coveredUntil: Date | null;
  readonly testedAt: Date | null;
  readonly isFailing: boolean;
  readonly isTestFailing: boolean;
}

/** The file in the data folder that the tools of an own database server touch after a backup. */
const BACKUP_MARK = 'last-backup';

const NONE = {
  sizeBytes: null,
  kept: 0,
  nextAt: null,
  coveredUntil: null,
  testedAt: null,
  isFailing: false,
  isTestFailing: false,
} as const;

/** Without a schedule: the backups that were made by hand or before an upgrade. */
export async function readUnscheduled(dataDirectory: string): Promise<BackupsState> {
  const backups = await listBackupFiles(path.join(dataDirectory, OWN_BACKUPS), 'backup').catch(() => []);
  const last = backups.at(-1);
  const lastAt = last === undefined ? null : madeAtOf(last, new Date());
  return {
    ...{ ...NONE, mode: 'off', kept: backups.length },
    ...{ lastAt, sizeBytes: last?.sizeBytes ?? null, coveredUntil: lastAt },
  };
}

export async function readElsewhere(dataDirectory: string): Promise<BackupsState> {
  return { ...NONE, mode: 'elsewhere', lastAt: await touchedAt(dataDirectory, BACKUP_MARK) };
}
