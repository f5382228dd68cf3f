// Files of WAL: what the database wrote after a base backup, in sealed frames that only grow. A frame that a crash cut
// off is the end of its file.
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { syncDirectory } from '#platform/disk/sync-directory';
import { createFrameSealer, DamagedFrame, isSealedWith, openSealed } from './sealed-file.ts';

const walInfoSchema = z.object({ systemId: z.string(), timeline: z.number(), startLsn: z.string() });
export type WalInfo = z.infer<typeof walInfoSchema>;

/** `wal`: bytes of WAL from a place on, and when they were kept. `file`: a file of the product that appeared after the base backup. */
export type WalFrame =
  | { readonly kind: 'wal'; readonly lsn: bigint; readonly atMs: number; readonly bytes: Buffer }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Buffer };

const WAL = 0x57;
const FILE = 0x46;

export interface WalWriter {
  readonly sizeBytes: number;
  /** Resolves when the frames are on disk. */
  append(frames: readonly WalFrame[]): Promise<void>;
  close(): Promise<void>;
}

export async function createWalFile(file: string, info: WalInfo, key: Uint8Array): Promise<WalWriter> {
  const sealer = createFrameSealer(key, 'wal', info);
  const handle = await open(file, 'wx', 0o600);
  let sizeBytes = sealer.line.length;
  try {
    await handle.appendFile(sealer.line);
    await handle.sync();
    await syncDirectory(path.dirname(file));
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async append(frames) {
      const sealed: Buffer[] = [];
      for (const frame of frames) sealed.push(sealer.seal(await encode(frame)));
      const bytes = Buffer.concat(sealed);
      await handle.appendFile(bytes);
      await handle.datasync();
      sizeBytes += bytes.length;
    },
    close: () => handle.close(),
  };
}

const compress = promisify(deflateRaw);

/** Compresses beside the event loop: an image of 16 MiB would hold every request for 0.4 s. */
async function encode(frame: WalFrame): Promise<Buffer> {
  const name = frame.kind === 'file' ? Buffer.from(frame.name) : Buffer.alloc(16);
  if (frame.kind === 'wal') {
    name.writeBigUInt64BE(frame.lsn);
    name.writeBigUInt64BE(BigInt(frame.atMs), 8);
  }
  const head = Buffer.from([frame.kind === 'wal' ? WAL : FILE, name.length >> 8, name.length & 0xff]);
  return Buffer.concat([head, name, await compress(frame.bytes, { level: 1 })]);
}

function decode(plain: Buffer): WalFrame {
  const nameEnd = 3 + plain.readUInt16BE(1);
  const name = plain.subarray(3, nameEnd);
  const bytes = inflateRawSync(plain.subarray(nameEnd));
  return plain[0] === WAL
    ? { kind: 'wal', lsn: name.readBigUInt64BE(), atMs: Number(name.readBigUInt64BE(8)), bytes }
    : { kind: 'file', name: name.toString('utf8'), bytes };
}

/** The frames of a file that are whole. Returns null for a file without a beginning, of another installation or key. */
export async function readWalFile(
  file: string,
  key: Uint8Array,
  systemId: string,
): Promise<{ info: WalInfo; frames: AsyncGenerator<WalFrame>; close: () => Promise<void> } | null> {
  const handle = await open(file, 'r');
  const sealed = await openSealed(handle, file).catch(() => null);
  const info = walInfoSchema.safeParse(sealed?.header.info);
  if (sealed === null || !info.success || info.data.systemId !== systemId || !isSealedWith(sealed.header, key)) {
    await handle.close();
    return null;
  }
  return { info: info.data, frames: wholeFrames(sealed.frames(key)), close: () => handle.close() };
}

async function* wholeFrames(source: AsyncGenerator<{ plain: Buffer }>): AsyncGenerator<WalFrame> {
  try {
    for await (const { plain } of source) yield decode(plain);
  } catch (error) {
    if (!(error instanceof DamagedFrame)) throw error;
  }
}

/** Where the newest file of this cluster ends; null when there is none. */
export async function endOfWal(files: readonly string[], key: Uint8Array, systemId: string): Promise<bigint | null> {
  for (const file of files.toReversed()) {
    const wal = await readWalFile(file, key, systemId);
    if (wal === null) continue;
    let end: bigint | null = null;
    for await (const frame of wal.frames) if (frame.kind === 'wal') end = frame.lsn + BigInt(frame.bytes.length);
    await wal.close();
    if (end !== null) return end;
  }
  return null;
}
