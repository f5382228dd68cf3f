// The folder of backups: its files by name and time, and those that have expired.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncDirectory } from '#platform/disk/sync-directory';

export interface BackupFile {
  readonly path: string;
  /** Of the name. Sorts the files as they were made. */
  readonly at: Date;
  readonly changedAt: Date;
  readonly sizeBytes: number;
}

/** The folder in the data folder where backups lie that have no other place. */
export const OWN_BACKUPS = 'backups';

const UNFINISHED = '.unfinished';

const SUFFIX = { backup: '.backup', wal: '.wal' } as const;
type Kind = keyof typeof SUFFIX;

const NAME = /^trace-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z\.(backup|wal)$/;

/** Such as trace-20260302T000000000Z.backup. The time is the begin of the backup, so names sort by time. */
export const nameOf = (kind: Kind, at: Date): string =>
  `trace-${at.toISOString().replaceAll(/[-:.]/g, '')}${SUFFIX[kind]}`;

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

function timeOf(name: string): Date | null {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

/** Oldest first. A folder that is missing has none. */
export async function listBackupFiles(directory: string, kind: Kind): Promise<BackupFile[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: BackupFile[] = [];
  for (const name of names.toSorted(byName)) {
    const at = name.endsWith(SUFFIX[kind]) ? timeOf(name) : null;
    const place = path.join(directory, name);
    const stats = at === null ? undefined : await stat(place).catch(() => undefined);
    if (at !== null && stats !== undefined)
      found.push({ path: place, at, changedAt: stats.mtime, sizeBytes: stats.size });
  }
  return found;
}

/** Returns a time for the name of a new file that is later than all names in the folder, also when the clock went back. */
export async function nextTime(directory: string, now: Date): Promise<Date> {
  const [backups, wal] = [await listBackupFiles(directory, 'backup'), await listBackupFiles(directory, 'wal')];
  const latest = [backups, wal].map((files) => files.at(-1)).map((file) => (file?.at.getTime() ?? 0) + 1);
  return new Date(Math.max(now.getTime(), ...latest));
}

/** A name in the future comes from a clock that was ahead, and tells nothing about the age of the file. */
export const madeAtOf = (file: BackupFile, now: Date): Date => (file.at > now ? file.changedAt : file.at);

/** Backups beyond the newest `keep`, and the WAL that no kept backup needs. */
export function expiredOf(backups: readonly BackupFile[], wal: readonly BackupFile[], keep: number): BackupFile[] {
  const kept = backups.slice(-keep);
  const oldest = kept[0];
  // A file of WAL goes on until the next one begins.
  const unneeded = wal.filter((_, index) => {
    const next = wal[index + 1];
    return oldest !== undefined && next !== undefined && next.at <= oldest.at;
  });
  return [...backups.slice(0, -keep), ...unneeded];
}

/** @returns how many files were deleted */
export async function deleteExpired(directory: string, keep: number): Promise<number> {
  const [backups, wal] = [await listBackupFiles(directory, 'backup'), await listBackupFiles(directory, 'wal')];
  const expired = expiredOf(backups, wal, keep);
  for (const file of expired) await rm(file.path, { force: true });
  await deleteUnfinished(directory);
  return expired.length;
}

/** A file that is being written changes all the time. */
const ABANDONED_MS = 3_600_000;

async function deleteUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith('.trace-') || !name.endsWith(UNFINISHED)) continue;
    const file = path.join(directory, name);
    const changedMs = (await stat(file).catch(() => null))?.mtimeMs ?? 0;
    if (Date.now() - changedMs > ABANDONED_MS) await rm(file, { force: true });
  }
}

/** Writes a file that is whole and on disk, or missing. */
export async function writeWhole(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = path.join(directory, `.${path.basename(file)}${UNFINISHED}`);
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    for await (const piece of pieces) await handle.appendFile(piece);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
    await syncDirectory(directory);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}
