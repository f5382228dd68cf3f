// The form of a backup on disk: a line of JSON that everyone can read, then frames that only the secret key opens.
// Each frame is AES-256-GCM with its number as nonce, under a key of this file alone. The line is authenticated with
// each frame, so a changed, missing, exchanged or cut frame is found.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StartProblem } from '#platform/refusal/start-problem';

const FORMAT = 1;
const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** A line that is longer, or a frame that is larger, is no backup of ours. */
const MAX_LINE_BYTES = 64 * 1024;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/** The first line of a file, readable without a key. */
export interface SealedHeader {
  readonly trace: 'backup' | 'wal';
  readonly format: number;
  /** Tells which secret key opens the file, and nothing about the key. */
  readonly key: string;
  readonly salt: string;
  readonly info: unknown;
}

export interface FrameSealer {
  /** The first line of the file. */
  readonly line: Buffer;
  /** @param isLast a file without a last frame was cut off */
  seal(plain: Uint8Array, isLast?: boolean): Buffer;
}

/** @param key derived from the secret key for backups alone */
export function createFrameSealer(key: Uint8Array, trace: SealedHeader['trace'], info: unknown): FrameSealer {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const header: SealedHeader = { trace, format: FORMAT, key: fingerprint(key), salt, info };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const own = keyOf(key, salt);
  const context = createHash('sha256').update(line).digest();
  let number = 0;
  return {
    line,
    seal(plain, isLast = false) {
      const cipher = createCipheriv(CIPHER, own, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
      number += 1;
      cipher.setAAD(context);
      const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(body.length);
      return Buffer.concat([length, body]);
    },
  };
}

export interface SealedReader {
  readonly header: SealedHeader;
  /** Where the frames begin. */
  readonly offset: number;
  /** Opens the frames one after another. `isLast` is true for the last frame of a complete file. */
  frames(key: Uint8Array): AsyncGenerator<{ plain: Buffer; isLast: boolean }>;
}

/** @throws StartProblem for a file that is no backup of this format */
export async function openSealed(handle: FileHandle, name: string): Promise<SealedReader> {
  const start = await readAt(handle, 0, MAX_LINE_BYTES);
  const end = start.indexOf(0x0a);
  const header = end < 0 ? null : headerOf(start.subarray(0, end).toString('utf8'));
  if (header === null) throw new StartProblem(`${name} is not a backup of Trace, or its beginning is damaged.`);
  if (header.format !== FORMAT)
    throw new StartProblem(`${name} was made by a newer version of Trace. Restore it with that version.`);
  const line = start.subarray(0, end + 1);
  return { header, offset: line.length, frames: (key) => readFrames(handle, { name, header, line, key }) };
}

/** Whether the file can be opened with this key. */
export const isSealedWith = ({ key }: SealedHeader, own: Uint8Array): boolean => key === fingerprint(own);

/** A frame that does not open, or a file that ends within a frame. */
export class DamagedFrame extends StartProblem {}

interface FrameSource {
  readonly name: string;
  readonly header: SealedHeader;
  readonly line: Buffer;
  readonly key: Uint8Array;
}

async function* readFrames(handle: FileHandle, { name, header, line, key }: FrameSource) {
  const own = keyOf(key, header.salt);
  const context = createHash('sha256').update(line).digest();
  let position = line.length;
  for (let number = 0; ; number += 1) {
    const length = await readAt(handle, position, LENGTH_BYTES);
    if (length.length === 0) return;
    const size = length.length < LENGTH_BYTES ? 0 : length.readUInt32BE();
    const body =
      size < TAG_BYTES || size > MAX_FRAME_BYTES ? null : await readAt(handle, position + LENGTH_BYTES, size);
    if (body === null || body.length < size) throw damaged(name, position);
    const opened = openFrame(own, context, number, body);
    if (opened === null) throw damaged(name, position);
    position += LENGTH_BYTES + size;
    yield opened;
    if (opened.isLast) return;
  }
}

const damaged = (name: string, position: number): DamagedFrame =>
  new DamagedFrame(`${name} is damaged at byte ${position}. Nothing was restored.`);

function openFrame(key: Uint8Array, context: Buffer, number: number, body: Buffer) {
  for (const isLast of [false, true]) {
    const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAAD(context);
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    try {
      return { plain: Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]), isLast };
    } catch {
      // Sealed as the other kind of frame, or damaged.
    }
  }
  return null;
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 8);
  return nonce;
}

const keyOf = (key: Uint8Array, salt: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, Buffer.from(salt, 'base64url'), 'trace:backup-file', 32));

const fingerprint = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'trace:backup-key-id', 9)).toString('base64url');

function headerOf(text: string): SealedHeader | null {
  try {
    const header = JSON.parse(text) as Partial<SealedHeader>;
    const isOurs = (header.trace === 'backup' || header.trace === 'wal') && typeof header.salt === 'string';
    return isOurs && typeof header.key === 'string' ? (header as SealedHeader) : null;
  } catch {
    return null;
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
