// Restores a backup and the WAL in the same folder into an empty place, and checks the result (decision 041).
import { mkdir, open, readdir, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { chooseAccount } from '#platform/db/embedded/embedded-account';
import { openDatabase } from '#platform/db/database';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { createFiles } from '#platform/files/files';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { listTombstones } from '#platform/tombstones/tombstones';
import { settleRestored, type AfterRestore } from './after-restore.ts';
import { checkContents } from './backup-contents.ts';
import { listBackupFiles, OWN_BACKUPS } from './backup-files.ts';
import { decodeRecords, type BackupRecord } from './backup-records.ts';
import { parseLsn } from './lsn.ts';
import { backupInfoSchema, manifestSchema, type Manifest } from './make-backup.ts';
import { DRAFT } from './restored-place.ts';
import { isSealedWith, openSealed } from './sealed-file.ts';
import { createTarReader, placeOf } from './tar-reader.ts';
import { restoreWal } from './wal-restore.ts';

export interface RestoreOptions {
  readonly file: string;
  /** The data folder: empty except for the secret key. */
  readonly dataDirectory: string;
  readonly key: Uint8Array;
  /** The newest migration of this version. */
  readonly newestMigration: string;
  readonly now: () => Date;
  readonly log: Log;
  /** Settings of the database that checks, beside the usual ones. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
}

export interface Restored {
  /** The newest restored change was made before then. */
  readonly restoredTo: Date;
  readonly rows: number;
  readonly files: number;
  /** Why later WAL was not used, or null. */
  readonly walProblem: string | null;
  readonly settled: AfterRestore;
}

const SECRET_KEY = 'secret.key';
/**
 * A place with these alone counts as empty. npm writes its log before this command runs, into the home folder of the
 * service's user, which is the data folder. The root of a disk has a folder for lost files.
 */
const LEFT_ALONE = [SECRET_KEY, DRAFT, OWN_BACKUPS, '.npm', 'lost+found'];

/** @throws StartProblem with the reason. The place is then as empty as before. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDirectory, log } = options;
  await refuseFilledPlace(dataDirectory);
  const handle = await openBackup(options.file);
  const draft = path.join(dataDirectory, DRAFT);
  try {
    const { info, frames } = await refuseForeign(handle, options);
    await rm(draft, { recursive: true, force: true });
    await mkdir(path.join(draft, 'database', 'data'), { recursive: true, mode: 0o700 });
    const manifest = await unpack(Readable.from(plainOf(frames, options.file)), draft, options.file);
    const wal = await addWal(draft, manifest, info, options);
    chooseAccount().own(path.join(draft, 'database'));
    const server = await startEmbeddedPostgres({
      directory: path.join(draft, 'database'),
      log,
      settings: { recovery_init_sync_method: 'syncfs', ...options.databaseSettings },
    });
    try {
      const restoredTo = wal.at ?? new Date(manifest.finishedAt);
      const settled = await checkRestored(server.url, manifest, restoredTo, options);
      const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
      return { restoredTo, settled, rows, files: manifest.files, walProblem: wal.problem };
    } finally {
      await server.stop();
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function refuseFilledPlace(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found = (await readdir(directory)).find((name) => !LEFT_ALONE.includes(name));
  if (found !== undefined)
    throw new StartProblem(
      `${directory} is not empty: it holds '${found}'. A backup is restored into a folder with nothing but ${SECRET_KEY}. Set TRACE_DATA_DIR to a new folder.`,
    );
}

async function openBackup(file: string): Promise<FileHandle> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartProblem(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new StartProblem(`${file} is not a file: name the file that ends with .backup.`);
}

async function refuseForeign(handle: FileHandle, { file, key, newestMigration }: RestoreOptions) {
  const { header, frames } = await openSealed(handle, file);
  const info = backupInfoSchema.safeParse(header.info);
  if (header.trace !== 'backup' || !info.success)
    throw new StartProblem(`${file} is no backup by itself: name the file that ends with .backup.`);
  if (!isSealedWith(header, key))
    throw new StartProblem(
      `${file} was made with another secret key. Put the ${SECRET_KEY} of that installation into the data folder, or set TRACE_SECRET_KEY.`,
    );
  if (info.data.migration > newestMigration)
    throw new StartProblem(
      `${file} was made by a newer version of Trace (${info.data.migration}). Restore it with that version.`,
    );
  return { info: info.data, frames: frames(key) };
}

/** @throws StartProblem for a file that was cut off */
async function* plainOf(frames: AsyncGenerator<{ plain: Buffer; isLast: boolean }>, file: string) {
  let isComplete = false;
  for await (const { plain, isLast } of frames) {
    isComplete = isLast;
    yield plain;
  }
  if (!isComplete) throw new StartProblem(`${file} is cut off: its end is missing. Nothing was restored.`);
}

async function unpack(source: Readable, draft: string, file: string): Promise<Manifest> {
  const unpacker = createUnpacker(draft);
  try {
    await pipeline(source, createZstdDecompress(), async (plain: AsyncIterable<Buffer>) => {
      for await (const record of decodeRecords(plain)) await unpacker.take(record);
    });
    return await unpacker.end(file);
  } finally {
    await unpacker.close();
  }
}

function createUnpacker(draft: string) {
  const tar = createTarReader(path.join(draft, 'database', 'data'));
  const files = path.join(draft, 'files');
  let current: FileHandle | null = null;
  let manifest: Manifest | null = null;

  const closeFile = async (): Promise<void> => {
    await current?.sync();
    await current?.close();
    current = null;
  };

  const take = async ({ kind, bytes }: BackupRecord): Promise<void> => {
    if (kind !== 'content') await closeFile();
    if (kind === 'database') return tar.write(bytes);
    if (kind === 'password')
      return writeFile(path.join(draft, 'database', 'password'), bytes, { mode: 0o600, flush: true });
    if (kind === 'content') return current?.appendFile(bytes);
    if (kind === 'manifest') return void (manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8'))));
    const place = placeOf(files, bytes.toString('utf8'));
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    current = await open(place, 'wx', 0o600);
  };

  return {
    take,
    async close() {
      await tar.close();
      await current?.close();
      current = null;
    },
    async end(file: string): Promise<Manifest> {
      await closeFile();
      tar.end();
      await mkdir(files, { recursive: true, mode: 0o700 });
      if (manifest === null) throw new StartProblem(`${file} has no manifest. Nothing was restored.`);
      return manifest;
    },
  };
}

async function addWal(
  draft: string,
  manifest: Manifest,
  info: ReturnType<typeof backupInfoSchema.parse>,
  { file, key }: RestoreOptions,
) {
  return restoreWal(await listBackupFiles(path.dirname(file), 'wal'), {
    directory: draft,
    walDirectory: path.join(draft, 'database', 'data', 'pg_wal'),
    systemId: info.systemId,
    at: new Date(info.at),
    timeline: info.timeline,
    startLsn: parseLsn(manifest.startLsn),
    endLsn: parseLsn(manifest.endLsn),
    key,
  });
}

async function checkRestored(url: string, manifest: Manifest, restoredTo: Date, { now, log, file }: RestoreOptions) {
  const database = await openDatabase({ url, maxConnections: 2, log });
  try {
    const problems = await checkContents(database, manifest);
    if (problems.length > 0) throw new StartProblem(`${file} is not sound. ${problems.join(' ')}`);
    const tombstones = await listTombstones(createFiles({ directory: path.dirname(file) }));
    return await settleRestored(database, { restoredTo, now: now(), tombstones });
  } finally {
    await database.stop();
  }
}
