import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createFiles, FileTooLarge } from '#platform/files/files';
import type { Files } from '#platform/files/files';
import { createS3Files } from '#platform/files/s3-files';
import { startS3StandIn } from '#testing/stand-ins/s3-stand-in';

interface Place {
  files: Files;
  /** Names of all that is stored, finished or not. */
  listStored(): Promise<string[]>;
  stop(): Promise<void>;
}

async function folder(): Promise<Place> {
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-files-'));
  const listStored = async (): Promise<string[]> => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
  };
  const stop = () => rm(directory, { recursive: true, force: true });
  return { files: createFiles({ directory, maxBytes: MAX_BYTES }), listStored, stop };
}

async function bucket(): Promise<Place> {
  const standIn = await startS3StandIn();
  const credentials = { accessKeyId: standIn.accessKeyId, secretAccessKey: 'secret' };
  const place = { bucket: 'trace', prefix: 'portal/', region: 'auto', endpoint: standIn.endpoint, credentials };
  const listStored = async () => [
    ...[...standIn.objects.keys()].map((key) => key.replace('trace/portal/', '')),
    ...standIn.unfinished.keys(),
  ];
  return { files: createS3Files(place, { maxBytes: MAX_BYTES }), listStored, stop: standIn.stop };
}

const MAX_BYTES = 20 * 2 ** 20;

describe.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('%s', (_name, open) => {
  let place: Place;
  let files: Files;

  beforeEach(async () => {
    place = await open();
    files = place.files;
  });

  afterEach(() => place.stop());

  async function contentOf(name: string, range?: { start: number; end: number }): Promise<string | undefined> {
    const found = await files.read(name, range);
    return found && (await buffer(found.stream)).toString();
  }

  test('lists the files of a folder alone, of a missing folder none', async () => {
    for (const name of ['notes/a', 'notes/b', 'notes/c', 'notes/deep/d', 'notes-2', 'other/a'])
      await files.put(name, Buffer.from('x'));
    const names = (await files.list('notes')).filter((name) => name !== 'notes/deep/d');
    expect(new Set(names)).toEqual(new Set(['notes/a', 'notes/b', 'notes/c']));
    expect(await files.list('nowhere')).toEqual([]);
  });

  test('bytes and streams are stored whole, replaced, read in parts and deleted', async () => {
    const stored = await files.put('notes/first.txt', Buffer.from('hello world'));
    expect(stored).toEqual({ sizeBytes: 11, modifiedAt: expect.any(Date) });
    expect(await contentOf('notes/first.txt')).toBe('hello world');
    expect(await contentOf('notes/first.txt', { start: 6, end: 8 })).toBe('wor');
    expect(await contentOf('notes/first.txt', { start: 6, end: 80 })).toBe('world');
    expect(await contentOf('notes/first.txt', { start: 11, end: 20 })).toBe('');
    await files.put('notes/first.txt', Readable.from([Buffer.from('he'), Buffer.from('y')]));
    expect(await contentOf('notes/first.txt')).toBe('hey');
    expect(await place.listStored()).toEqual(['notes/first.txt']);
    expect(await files.delete('notes/first.txt')).toBe(true);
    expect(await files.delete('notes/first.txt')).toBe(false);
    expect([await files.stat('notes/first.txt'), await files.read('notes/first.txt')]).toEqual([undefined, undefined]);
    expect((await files.put('empty', new Uint8Array())).sizeBytes).toBe(0);
    expect(await contentOf('empty')).toBe('');
  });

  test('a large file arrives whole, in whatever chunks it came', async () => {
    const pieces = Array.from({ length: 19 }, (_, at) => Buffer.alloc(2 ** 20 - 7, at));
    const whole = Buffer.concat(pieces);
    expect((await files.put('large.bin', Readable.from(pieces))).sizeBytes).toBe(whole.length);
    const found = await files.read('large.bin');
    expect((await buffer(found!.stream)).equals(whole)).toBe(true);
    expect(await place.listStored()).toEqual(['large.bin']);
  });

  test.each([
    ...['', '.', '..', '../secret', '/etc/passwd', 'a/../../b', 'a//b', 'a/', '.hidden', 'a/.hidden', 'a\\b', 'a\0b'],
    ...['.unfinished/x', 'a.b.c.d', 'a b', 'a/b/c/d/e', 'ä', 'x'.repeat(200), 'a\n'],
  ])('%j is no name of a file', async (name) => {
    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('is no name of a file');
    await expect(files.read(name)).rejects.toThrow('is no name of a file');
    await expect(files.stat(name)).rejects.toThrow('is no name of a file');
    await expect(files.delete(name)).rejects.toThrow('is no name of a file');
    expect(await place.listStored()).toEqual([]);
  });

  test('a file above the limit, or with a broken stream, leaves the previous file in place', async () => {
    await files.put('kept', Buffer.from('before'));
    await expect(files.put('kept', Buffer.alloc(MAX_BYTES + 1))).rejects.toThrow(FileTooLarge);
    const broken = (afterPieces: number) =>
      Readable.from(
        (async function* () {
          for (let piece = 0; piece < afterPieces; piece++) yield Buffer.alloc(2 ** 20);
          yield Buffer.from('half');
          throw new Error('broken off');
        })(),
      );
    await expect(files.put('kept', broken(0))).rejects.toThrow('broken off');
    await expect(files.put('kept', broken(18))).rejects.toThrow('broken off');
    expect(await contentOf('kept')).toBe('before');
    expect(await place.listStored()).toEqual(['kept']);
  });

  test('a folder is no file', async () => {
    await files.put('folder/file', Buffer.from('x'));
    expect(await files.stat('folder')).toBeUndefined();
    expect(await files.stat('folder/file/deeper')).toBeUndefined();
  });
});
