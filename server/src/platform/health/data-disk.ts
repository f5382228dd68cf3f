// The disk of the data folder, and the mark that a backup leaves there.
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskSpace {
  readonly sizeBytes: number;
  /** The space that is free for the user of this process. */
  readonly freeBytes: number;
}

/** Returns null when the file system does not answer. */
export async function measureDisk(directory: string): Promise<DiskSpace | null> {
  const found = await statfs(directory).catch(() => null);
  if (found === null) return null;
  return { sizeBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize };
}

/** Returns when a file of the data folder was last written or touched, or null when the file is missing. */
export async function touchedAt(directory: string, name: string): Promise<Date | null> {
  const found = await stat(join(directory, name)).catch(() => null);
  return found?.mtime ?? null;
}
