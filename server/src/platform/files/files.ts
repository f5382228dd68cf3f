// Files of the product (logos, attachments, firmware) in one folder. Each file is whole or missing, and never outside
// the folder.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat as statFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { syncDirectory } from '#platform/disk/sync-directory';

import { checkedName, DEFAULT_MAX_BYTES, isFileName, limited } from './file-limits.ts';

export { FileTooLarge } from './file-limits.ts';

export interface ByteRange {
  readonly start: number;
  /** The last byte, inclusive, as in HTTP. */
  readonly end: number;
}

export interface FileStat {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface Files {
  /**
   * Stores a file under a name of the product, such as 'firmware/3f2a.bin', and replaces an existing file. Resolves
   * once the file is on disk. Throws FileTooLarge above the limit and then stores no file.
   */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<FileStat>;
  /** @returns undefined when there is no such file */
  read(name: string, range?: ByteRange): Promise<(FileStat & { readonly stream: Readable }) | undefined>;
  /** @returns undefined when there is no such file */
  stat(name: string): Promise<FileStat | undefined>;
  /** @returns whether there was such a file */
  delete(name: string): Promise<boolean>;
  /** Returns the names of the files in a folder, such as 'tombstones/account'. A missing folder has none. */
  list(folder: string): Promise<string[]>;
  /** Throws when the store is away or refuses this server. */
  check(): Promise<void>;
}

/** Twice the usual piece: half as many turns per file, for 128 kB of memory per reader. */
const READ_BYTES = 128 * 1024;

/** Unfinished files lie here, on the same file system as their place. A name of a file cannot begin with a dot. */
const UNFINISHED = '.unfinished';

export function createFiles({ directory, maxBytes }: { directory: string; maxBytes?: number }): Files {
  const limitBytes = maxBytes ?? DEFAULT_MAX_BYTES;

  const stat = async (name: string): Promise<FileStat | undefined> => {
    const found = await missingAsUndefined(statFile(placeOf(directory, name)));
    return found?.isFile() ? { sizeBytes: found.size, modifiedAt: found.mtime } : undefined;
  };

  return {
    stat,
    put: async (name, content) => {
      const place = placeOf(directory, name);
      const draft = path.join(directory, UNFINISHED, randomBytes(12).toString('hex'));
      await mkdir(path.dirname(draft), { recursive: true, mode: 0o700 });
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      try {
        await writeDurably(draft, content, limitBytes);
        await rename(draft, place);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(path.dirname(place));
      const { size, mtime } = await statFile(place);
      return { sizeBytes: size, modifiedAt: mtime };
    },
    read: async (name, range) => {
      const found = await stat(name);
      if (found === undefined) return undefined;
      return { ...found, stream: createReadStream(placeOf(directory, name), { ...range, highWaterMark: READ_BYTES }) };
    },
    delete: async (name) => {
      const deleted = await missingAsUndefined(rm(placeOf(directory, name)).then(() => true));
      return deleted ?? false;
    },
    list: async (folder) => {
      const place = placeOf(directory, folder);
      const entries = (await missingAsUndefined(readdir(place, { withFileTypes: true }))) ?? [];
      const names = entries.filter((entry) => entry.isFile()).map((entry) => `${folder}/${entry.name}`);
      return names.filter(isFileName);
    },
    check: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await access(directory, constants.R_OK | constants.W_OK);
    },
  };
}

const placeOf = (directory: string, name: string): string => path.join(directory, checkedName(name));

async function writeDurably(
  file: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of limited(content, limitBytes)) await handle.appendFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function missingAsUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
