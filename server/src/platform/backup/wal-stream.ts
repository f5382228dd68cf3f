// Receives the WAL from the database and stores it beside the base backups. A restore then loses the last second, not
// the last day.
import path from 'node:path';
import type { Log } from '#platform/log/log';
import { listBackupFiles, madeAtOf, nameOf, nextTime } from './backup-files.ts';
import { formatLsn, SEGMENT_BYTES, segmentStart } from './lsn.ts';
import { createFileWatch, type FileWatch } from './new-files.ts';
import {
  connectReplication,
  CopyStatement,
  identifySystem,
  type ReplicationClient,
  type SystemPlace,
} from './replication.ts';
import { createWalFile, endOfWal, type WalFrame, type WalWriter } from './wal-file.ts';

const FLUSH_EVERY_MS = 1_000;
const FILES_EVERY_MS = 20_000;
const ROLL_ABOVE_BYTES = 64 * 1024 * 1024;
/** The server is held when so much waits for the disk of the backups. */
const HOLD_ABOVE_BYTES = 32 * 1024 * 1024;
/** The kind of a message with WAL, and its bytes before the WAL. */
const WAL_DATA = 0x77;
const WAL_HEAD_BYTES = 25;
const WAL_REMOVED = '58P01';
/** PostgreSQL counts microseconds since 2000. */
const EPOCH_2000_MS = 946_684_800_000;

export interface WalStreamOptions {
  readonly url: string;
  readonly directory: string;
  readonly dataDirectory: string;
  readonly key: Uint8Array;
  /** Begins at the database's own place, since the WAL before it is lost. */
  readonly isFresh: boolean;
  readonly now: () => Date;
  readonly log: Log;
}

/** The database no longer has the WAL that comes next, so a new base backup is needed. */
export class WalGap extends Error {}

export interface WalStream {
  /** The backups hold every commit before this time. */
  coveredUntil(): Date | null;
  /** Never resolves. Rejects when the stream is lost. */
  readonly ended: Promise<never>;
  /** Waits shortly for WAL that is on its way. */
  stop(): Promise<void>;
}

/** Continues where the stored files end. Without files, starts at the end of the database's WAL. */
export async function startWalStream(options: WalStreamOptions): Promise<WalStream> {
  let fail = (_error: Error): void => {};
  const client = await connectReplication(options.url, (error) => fail(error));
  try {
    const system = await identifySystem(client);
    const from = await chooseStart(options, system);
    const stream = receive({ options, client, system, from, part: await openFile(options, system, from) });
    fail = (error) => stream.end(error);
    return stream;
  } catch (error) {
    await client.end();
    throw error;
  }
}

interface Receiver {
  readonly options: WalStreamOptions;
  readonly client: ReplicationClient;
  readonly system: SystemPlace;
  readonly from: bigint;
  readonly part: WalWriter;
}

function receive({ options, client, system, from, part: firstPart }: Receiver) {
  let part = firstPart;
  let newFiles: FileWatch | null = null;
  let received: { lsn: bigint; bytes: Buffer }[] = [];
  let receivedBytes = 0;
  let ownEnd = from;
  let serverEnd = from;
  let heardAt = options.now();
  let coveredUntil: Date | null = null;
  let filesAtMs = 0;
  let flushing = Promise.resolve();
  let isEnded = false;
  let lose!: (error: Error) => void;
  const ended = new Promise<never>((_, reject) => {
    lose = reject;
  });
  ended.catch(() => {});

  const statement = new CopyStatement(`START_REPLICATION PHYSICAL ${formatLsn(from)} TIMELINE ${system.timeline}`, {
    onRow: () => {},
    onData: (chunk) => {
      const isWal = chunk[0] === WAL_DATA;
      heardAt = options.now();
      if (isWal) {
        const [lsn, bytes] = [chunk.readBigUInt64BE(1), chunk.subarray(WAL_HEAD_BYTES)];
        received.push({ lsn, bytes });
        receivedBytes += bytes.length;
        ownEnd = lsn + BigInt(bytes.length);
      }
      serverEnd = chunk.readBigUInt64BE(isWal ? 9 : 1);
      return receivedBytes < HOLD_ABOVE_BYTES;
    },
  });

  const readNewFiles = async (now: Date): Promise<WalFrame[]> => {
    if (now.getTime() - filesAtMs < FILES_EVERY_MS) return [];
    filesAtMs = now.getTime();
    newFiles ??= await watchFiles(options);
    return newFiles.read();
  };

  const flush = async (): Promise<void> => {
    const now = options.now();
    const [end, covered] = [ownEnd, ownEnd >= serverEnd ? heardAt : coveredUntil];
    const frames = mergeFrames(received, now);
    [received, receivedBytes] = [[], 0];
    frames.push(...(await readNewFiles(now)));
    if (frames.length > 0) await part.append(frames);
    coveredUntil = covered;
    statement.send(statusOf(end, now));
    statement.resume();
    if (part.sizeBytes < ROLL_ABOVE_BYTES) return;
    await part.close();
    part = await openFile(options, system, end);
  };

  const timer = setInterval(() => {
    flushing = flushing.then(() => (isEnded ? undefined : flush())).catch((error: unknown) => end(error as Error));
  }, FLUSH_EVERY_MS);

  const end = (error: Error): void => {
    if (isEnded) return;
    isEnded = true;
    clearInterval(timer);
    // The server ends a stream only when its connection closes.
    statement.destroy();
    flushing = flushing.then(() => part.close()).catch(() => {});
    lose(error);
  };
  statement.ended.then(
    () => end(new Error('the database ended the stream')),
    (error: Error & { code?: string }) => end(error.code === WAL_REMOVED ? new WalGap(error.message) : error),
  );
  client.query(statement);
  options.log.debug({ from: formatLsn(from) }, 'WAL is kept beside the backups');

  return {
    coveredUntil: () => coveredUntil,
    ended,
    end,
    async stop() {
      clearInterval(timer);
      await flushing;
      if (!isEnded) await flush().catch(() => {});
      end(new Error('stopped'));
      await flushing;
    },
  };
}

async function chooseStart({ directory, key, isFresh }: WalStreamOptions, system: SystemPlace): Promise<bigint> {
  const files = await listBackupFiles(directory, 'wal');
  const paths = files.map((file) => file.path);
  return startOf(isFresh ? null : await endOfWal(paths, key, system.systemId), system.lsn);
}

/** Files since the newest backup, which an earlier stream may have missed. */
async function watchFiles({ directory, dataDirectory, now }: WalStreamOptions): Promise<FileWatch> {
  const newestBackup = (await listBackupFiles(directory, 'backup')).at(-1);
  const since = newestBackup === undefined ? now() : madeAtOf(newestBackup, now());
  return createFileWatch(path.join(dataDirectory, 'files'), now, since);
}

async function openFile(
  { directory, key, now }: WalStreamOptions,
  { systemId, timeline }: SystemPlace,
  lsn: bigint,
): Promise<WalWriter> {
  const at = await nextTime(directory, now());
  return createWalFile(path.join(directory, nameOf('wal', at)), { systemId, timeline, startLsn: formatLsn(lsn) }, key);
}

/**
 * Begins a segment early. After a crash or a restore the database continues at its last whole record, which can lie
 * before the end of the stored WAL. A place after the database's own is of another history.
 */
function startOf(known: bigint | null, own: bigint): bigint {
  if (known === null) return segmentStart(own);
  const latest = segmentStart(known < own ? known : own);
  return latest > 2n * SEGMENT_BYTES ? latest - SEGMENT_BYTES : latest;
}

/** Joins pieces that follow each other into a frame. */
function mergeFrames(received: readonly { lsn: bigint; bytes: Buffer }[], at: Date): WalFrame[] {
  const merged: { lsn: bigint; end: bigint; pieces: Buffer[] }[] = [];
  for (const { lsn, bytes } of received) {
    const last = merged.at(-1);
    const end = lsn + BigInt(bytes.length);
    if (last?.end !== lsn) merged.push({ lsn, end, pieces: [bytes] });
    else {
      last.pieces.push(bytes);
      last.end = end;
    }
  }
  return merged.map(({ lsn, pieces }) => ({ kind: 'wal', lsn, atMs: at.getTime(), bytes: Buffer.concat(pieces) }));
}

/** Reports the place that is on disk here, and asks the server for the end of its own WAL. */
function statusOf(flushed: bigint, now: Date): Buffer {
  const status = Buffer.alloc(34);
  status.write('r', 0, 'latin1');
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(flushed, at);
  status.writeBigInt64BE(BigInt(now.getTime() - EPOCH_2000_MS) * 1_000n, 25);
  status.writeUInt8(1, 33);
  return status;
}
