// Unpacks a tar archive of PostgreSQL while it is read: plain files and folders, nothing else.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_BYTES = 12;
const TYPE_AT = 156;
const PREFIX_AT = 345;
const PREFIX_BYTES = 155;

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly isDirectory: boolean;
}

export interface TarReader {
  write(piece: Buffer): Promise<void>;
  /** @throws when the archive ended within a file */
  end(): Promise<void>;
}

export function createTarReader(directory: string): TarReader {
  let rest: Buffer = Buffer.alloc(0);
  let file: FileHandle | null = null;
  let left = 0;
  let padding = 0;

  const begin = async (header: Buffer): Promise<void> => {
    const entry = entryOf(header);
    if (entry === null) return;
    const place = placeOf(directory, entry.name);
    if (entry.isDirectory) return void (await mkdir(place, { recursive: true, mode: 0o700 }));
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    file = await open(place, 'wx', 0o600);
    left = entry.size;
    padding = (BLOCK_BYTES - (entry.size % BLOCK_BYTES)) % BLOCK_BYTES;
    if (left === 0) await finish();
  };

  const finish = async (): Promise<void> => {
    // The database flushes all files of an unclean folder before it recovers.
    await file?.close();
    file = null;
  };

  /** @returns how many bytes were used; 0 when more are needed */
  const step = async (bytes: Buffer): Promise<number> => {
    if (file !== null) {
      const part = bytes.subarray(0, left);
      await file.appendFile(part);
      left -= part.length;
      if (left === 0) await finish();
      return part.length;
    }
    const needed = padding > 0 ? padding : BLOCK_BYTES;
    if (bytes.length < needed) return 0;
    if (padding > 0) padding = 0;
    else await begin(bytes.subarray(0, BLOCK_BYTES));
    return needed;
  };

  return {
    async write(piece) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      for (let used; rest.length > 0 && (used = await step(rest)) > 0;) rest = rest.subarray(used);
    },
    async end() {
      if (file !== null) throw new Error('the archive ended within a file');
    },
  };
}

function entryOf(header: Buffer): Entry | null {
  // Two blocks of zeros end an archive.
  if (header.every((byte) => byte === 0)) return null;
  const name = textAt(header, 0, NAME_BYTES);
  const prefix = textAt(header, PREFIX_AT, PREFIX_BYTES);
  const type = String.fromCharCode(header[TYPE_AT] ?? 0);
  if (!['0', '\0', '5'].includes(type)) throw new Error(`the archive holds an entry of type '${type}'`);
  const size = Number.parseInt(textAt(header, SIZE_AT, SIZE_BYTES).trim(), 8);
  if (!Number.isSafeInteger(size)) throw new Error(`the archive holds an entry without a size`);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, isDirectory: type === '5' };
}

function textAt(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** @throws for a name that leads out of the directory */
export function placeOf(directory: string, name: string): string {
  const place = path.resolve(directory, name);
  if (place !== directory && !place.startsWith(`${directory}${path.sep}`)) throw new Error(`'${name}' leads elsewhere`);
  return place;
}
