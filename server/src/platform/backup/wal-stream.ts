// Receives the WAL from the database and stores it beside the base backups. A restore then loses the last second, not
// the last day.
import path from 'node:path';
import type { Log } from '#platform/log/log';
import { listBackupFiles, nameOf } from './backup-files.ts';
import { formatLsn, SEGMENT_BYTES, segmentStart } from './lsn.ts';
import { createFileWatch } from './new-files.ts';
import { connectReplication, CopyStatement, identifySystem, type SystemPlace } from './replication.ts';
import { createWalFile, endOfWal, type WalFrame, type WalWriter } from './wal-file.ts';

const FLUSH_EVERY_MS = 1_000;
const FILES_EVERY_MS = 20_000;
const ROLL_ABOVE_BYTES = 64 * 1024 * 1024;
/** The server is held when so much waits for the disk of the backups. */
const HOLD_ABOVE_BYTES = 32 * 1024 * 1024;
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

/** The database no longer has the WAL that comes next. Only a new base backup goes on. */
export class WalGap extends Error {}

export interface WalStream {
  /** The backups hold every commit before this time. */
  coveredUntil(): Date | null;
  /** Resolves never, and rejects when the stream is lost. */
  readonly ended: Promise<never>;
  /** Waits shortly for what is on its way. */
  stop(): Promise<void>;
}

/** Goes on where the files end, or at the end of the database's WAL when there are none. */
export async function startWalStream(options: WalStreamOptions): Promise<WalStream> {
  const { directory, key, log } = options;
  let lose!: (error: Error) => void;
  const ended = new Promise<never>((_, reject) => {
    lose = reject;
  });
  ended.catch(() => {});
  const client = await connectReplication(options.url, (error) => lose(error));
  const system = await identifySystem(client);
  const files = await listBackupFiles(directory, 'wal');
  const known = await endOfWal(
    files.map((file) => file.path),
    key,
    system.systemId,
  );
  const from = startOf(options.isFresh ? null : known, system.lsn);
  const openPart = (lsn: bigint): Promise<WalWriter> => openFile(options, system, lsn);
  let part = await openPart(from);
  const newestBackup = (await listBackupFiles(directory, 'backup')).at(-1);
  const newFiles = createFileWatch(
    path.join(options.dataDirectory, 'files'),
    options.now,
    newestBackup?.at ?? options.now(),
  );
  const waiting: { lsn: bigint; bytes: Buffer }[] = [];
  let waitingBytes = 0;
  let received = from;
  let serverEnd = from;
  let flushed = from;
  let coveredUntil: Date | null = null;
  let filesAtMs = 0;

  const statement = new CopyStatement(`START_REPLICATION PHYSICAL ${formatLsn(from)} TIMELINE ${system.timeline}`, {
    onRow: () => {},
    onData: (chunk) => {
      const isWal = chunk[0] === 0x77;
      if (isWal) {
        const lsn = chunk.readBigUInt64BE(1);
        const bytes = chunk.subarray(25);
        waiting.push({ lsn, bytes });
        waitingBytes += bytes.length;
        received = lsn + BigInt(bytes.length);
      }
      serverEnd = chunk.readBigUInt64BE(isWal ? 9 : 1);
      return waitingBytes < HOLD_ABOVE_BYTES;
    },
  });
  statement.ended.then(
    () => lose(new Error('the database ended the stream')),
    (error: Error & { code?: string }) => lose(error.code === '58P01' ? new WalGap(error.message) : error),
  );
  client.query(statement as never);

  const flush = async (): Promise<void> => {
    const asOf = options.now();
    const [end, isCaughtUp] = [received, received >= serverEnd];
    const frames = mergeFrames(waiting.splice(0), asOf);
    waitingBytes = 0;
    const atMs = asOf.getTime();
    if (atMs - filesAtMs >= FILES_EVERY_MS) {
      filesAtMs = atMs;
      frames.push(...(await newFiles.read()));
    }
    if (frames.length > 0) await part.append(frames);
    flushed = end;
    if (isCaughtUp) coveredUntil = asOf;
    statement.send(statusOf(flushed, asOf));
    statement.resume();
    if (part.sizeBytes > ROLL_ABOVE_BYTES) {
      await part.close();
      part = await openPart(flushed);
    }
  };

  let flushing = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush).catch((error: unknown) => lose(error as Error));
  }, FLUSH_EVERY_MS);
  log.debug({ from: formatLsn(from) }, 'WAL is kept beside the backups');

  return {
    coveredUntil: () => coveredUntil,
    ended,
    async stop() {
      clearInterval(timer);
      await flushing;
      await flush().catch(() => {});
      lose(new Error('stopped'));
      await part.close();
      // The server ends a stream at once when the connection closes.
      statement.destroy();
    },
  };
}

/** Its name is later than that of every file before, also when the clock went back. */
async function openFile(
  { directory, key, now }: WalStreamOptions,
  { systemId, timeline }: SystemPlace,
  lsn: bigint,
): Promise<WalWriter> {
  const newest = (await listBackupFiles(directory, 'wal')).at(-1);
  const at = new Date(Math.max(now().getTime(), (newest?.at.getTime() ?? 0) + 1));
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
