// Makes a backup of a running embedded database and its files in a single sealed file (decision 041).
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Log } from '#platform/log/log';
import { openDatabase, type Database } from '#platform/db/database';
import { sql } from 'kysely';
import { z } from 'zod';
import { startBaseBackup } from './base-backup.ts';
import { countContents, contentsSchema } from './backup-contents.ts';
import { nameOf, nextTime, writeWhole } from './backup-files.ts';
import { encodeRecord } from './backup-records.ts';
import { formatLsn } from './lsn.ts';
import { createFrameSealer } from './sealed-file.ts';

/** The part of a backup that can be read without its key. */
export const backupInfoSchema = z.object({
  /** The begin of the backup. */
  at: z.string(),
  /** The newest migration of the database. An older version of Trace refuses the backup. */
  migration: z.string(),
  systemId: z.string(),
  timeline: z.number(),
});

/** The last record of a backup. */
export const manifestSchema = contentsSchema.extend({
  startLsn: z.string(),
  endLsn: z.string(),
  finishedAt: z.string(),
  files: z.number(),
});

export type Manifest = z.infer<typeof manifestSchema>;

export interface BackupSource {
  /** Of the owner of the embedded database. */
  readonly url: string;
  readonly dataDirectory: string;
  /** Derived from the secret key. */
  readonly key: Uint8Array;
  readonly now: () => Date;
  readonly log: Log;
}

const FRAME_BYTES = 1024 * 1024;
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * @param signal ends an unfinished backup and rejects; nothing of it is kept
 * @returns the path of the finished file
 */
export async function makeBackup(source: BackupSource, directory: string, signal?: AbortSignal): Promise<string> {
  const at = await nextTime(directory, source.now());
  const file = path.join(directory, nameOf('backup', at));
  const database = await openDatabase({ url: source.url, maxConnections: 2, log: source.log });
  try {
    const migration = await readNewestMigration(database);
    const contents = await countContents(database);
    const base = await startBaseBackup(source.url);
    try {
      const { systemId, timeline } = base.system;
      const sealer = createFrameSealer(source.key, 'backup', { at: at.toISOString(), migration, systemId, timeline });
      const records = Readable.from(recordsOf(source, base, contents));
      const write = (compressed: AsyncIterable<Buffer>): Promise<void> => writeWhole(file, sealed(sealer, compressed));
      await pipeline(records, createZstdCompress(COMPRESSION), write, signal === undefined ? {} : { signal });
      return file;
    } finally {
      await base.close();
    }
  } finally {
    await database.stop();
  }
}

async function readNewestMigration(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from schema_migration`.execute(
    database.sql,
  );
  return rows[0]?.name ?? '';
}

async function* recordsOf(
  { dataDirectory, now }: BackupSource,
  base: Awaited<ReturnType<typeof startBaseBackup>>,
  contents: z.infer<typeof contentsSchema>,
): AsyncGenerator<Buffer> {
  for await (const piece of base.pieces) yield encodeRecord('database', piece);
  yield encodeRecord('password', await readFile(path.join(dataDirectory, 'database', 'password')));
  let files = 0;
  for (const name of await listFiles(path.join(dataDirectory, 'files'))) {
    const handle = await openUnlessDeleted(path.join(dataDirectory, 'files', name));
    if (handle === null) continue;
    yield encodeRecord('file', Buffer.from(name));
    for await (const piece of handle.createReadStream()) yield encodeRecord('content', piece as Buffer);
    files += 1;
  }
  const { startLsn, endLsn } = base.range();
  const lsns = { startLsn: formatLsn(startLsn), endLsn: formatLsn(endLsn) };
  const manifest: Manifest = { ...contents, ...lsns, finishedAt: now().toISOString(), files };
  yield encodeRecord('manifest', Buffer.from(JSON.stringify(manifest)));
}

/** A file can be deleted between the list and its turn. */
async function openUnlessDeleted(file: string): Promise<FileHandle | null> {
  return open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The names of finished files, relative to the folder. Names of unfinished files begin with a dot. */
export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith('.')));
}

async function* sealed(sealer: ReturnType<typeof createFrameSealer>, source: AsyncIterable<Buffer>) {
  yield sealer.line;
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < FRAME_BYTES) continue;
    yield sealer.seal(Buffer.concat(waiting));
    [waiting, bytes] = [[], 0];
  }
  yield sealer.seal(Buffer.concat(waiting), true);
}
