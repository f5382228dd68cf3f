// Puts the WAL that was kept after a base backup where the database replays it at its start.
import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFile } from './backup-files.ts';
import { formatLsn, parseLsn, SEGMENT_BYTES, segmentName, segmentStart } from './lsn.ts';
import { placeOf } from './tar-reader.ts';
import { readWalFile } from './wal-file.ts';

export interface WalRestore {
  /** The restored folder of the product. */
  readonly directory: string;
  readonly walDirectory: string;
  readonly systemId: string;
  /** When the base backup was begun. */
  readonly at: Date;
  readonly timeline: number;
  /** The range of WAL in the base backup itself. */
  readonly startLsn: bigint;
  readonly endLsn: bigint;
  readonly key: Uint8Array;
}

export interface RestoredWal {
  readonly endLsn: bigint;
  /** When the last bytes were kept. Null: there were none after the backup. */
  readonly at: Date | null;
  /** Why later files were not used, or null. */
  readonly problem: string | null;
}

/** @param files all files of WAL beside the backup, oldest first */
export async function restoreWal(files: readonly BackupFile[], options: WalRestore): Promise<RestoredWal> {
  const writer = createSegmentWriter(options);
  // The backup holds its last segment to the end, and the database went on in the next one.
  let end = segmentStart(options.endLsn - 1n) + SEGMENT_BYTES;
  let atMs: number | null = null;
  let problem: string | null = null;
  for (const file of laterThan(files, options.at)) {
    const wal = await readWalFile(file.path, options.key, options.systemId);
    if (wal === null) continue;
    problem = file.at > options.at ? otherHistory(parseLsn(wal.info.startLsn), options) : null;
    for await (const frame of problem === null ? wal.frames : []) {
      if (frame.kind === 'file') await restoreFile(path.join(options.directory, 'files'), frame.name, frame.bytes);
      else if (frame.lsn > end) problem = `WAL from ${formatLsn(end)} to ${formatLsn(frame.lsn)} is missing.`;
      else if (frame.lsn + BigInt(frame.bytes.length) > options.startLsn) {
        await writer.write(frame.lsn, frame.bytes);
        // A later file replaces the end of an earlier one: after a crash the database wrote another continuation.
        end = frame.lsn + BigInt(frame.bytes.length);
        ({ atMs } = frame);
      }
      if (problem !== null) break;
    }
    await wal.close();
    if (problem !== null) break;
  }
  await writer.close(end);
  return { endLsn: end, at: atMs === null ? null : new Date(atMs), problem };
}

/** A file goes on until the next one begins. */
const laterThan = (files: readonly BackupFile[], at: Date): BackupFile[] =>
  files.filter((_, index) => (files[index + 1]?.at ?? at) >= at);

/** A stream that begins well before this backup, though later in time, follows a restore of an older backup. */
const otherHistory = (startLsn: bigint, { startLsn: own }: WalRestore): string | null =>
  startLsn + 2n * SEGMENT_BYTES < own ? 'What follows is of a database that was restored from an older backup.' : null;

async function restoreFile(directory: string, name: string, bytes: Buffer): Promise<void> {
  const place = placeOf(directory, name);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(place, bytes, { mode: 0o600, flush: true });
}

function createSegmentWriter({ walDirectory, timeline }: WalRestore) {
  let current: { start: bigint; handle: FileHandle } | null = null;

  const segment = async (start: bigint): Promise<FileHandle> => {
    if (current?.start === start) return current.handle;
    await closeCurrent();
    const file = path.join(walDirectory, segmentName(timeline, start));
    const handle = await open(file, 'r+').catch(() => open(file, 'w+', 0o600));
    await handle.truncate(Number(SEGMENT_BYTES));
    current = { start, handle };
    return handle;
  };

  const closeCurrent = async (): Promise<void> => {
    await current?.handle.sync();
    await current?.handle.close();
    current = null;
  };

  return {
    async write(lsn: bigint, bytes: Buffer): Promise<void> {
      for (let at = lsn, rest = bytes; rest.length > 0;) {
        const start = segmentStart(at);
        const part = rest.subarray(0, Number(start + SEGMENT_BYTES - at));
        await (await segment(start)).write(part, 0, part.length, Number(at - start));
        at += BigInt(part.length);
        rest = rest.subarray(part.length);
      }
    },
    /** Clears the rest of the last segment, which is of another history. */
    async close(end: bigint): Promise<void> {
      if (current !== null) {
        const handle = await segment(segmentStart(end));
        await handle.truncate(Number(end - segmentStart(end)));
        await handle.truncate(Number(SEGMENT_BYTES));
      }
      await closeCurrent();
    },
  };
}
