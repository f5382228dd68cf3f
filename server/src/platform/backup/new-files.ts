import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from './make-backup.ts';
import type { WalFrame } from './wal-file.ts';

/** A file is there under its name a moment after it was written. */
const OVERLAP_MS = 60_000;

/** Finds the files of the product that appeared since the last look, first those since the last base backup. */
export function createFileWatch(directory: string, now: () => Date, since: Date) {
  let sinceMs = since.getTime();
  const seen = new Map<string, number>();
  return {
    async read(): Promise<WalFrame[]> {
      const startedMs = now().getTime();
      const frames: WalFrame[] = [];
      for (const name of await listFiles(directory)) {
        const file = path.join(directory, name);
        const changedMs = (await stat(file).catch(() => null))?.mtimeMs ?? 0;
        if (changedMs < sinceMs - OVERLAP_MS || seen.get(name) === changedMs) continue;
        const bytes = await readFile(file).catch(() => null);
        if (bytes === null) continue;
        seen.set(name, changedMs);
        frames.push({ kind: 'file', name, bytes });
      }
      sinceMs = startedMs;
      return frames;
    },
  };
}
