import { open } from 'node:fs/promises';

/** Waits until the names in a folder are on disk. A new name survives a crash only then. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
