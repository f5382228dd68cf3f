import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createFiles, FileTooLarge } from '#platform/files/files';
import type { Files } from '#platform/files/files';

let directory: string;
let files: Files;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-files-'));
  files = createFiles({ directory, maxBytes: 1_000 });
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function contentOf(name: string, range?: { start: number; end: number }): Promise<string | undefined> {
  const found = await files.read(name, range);
  return found && (await buffer(found.stream)).toString();
}

test('bytes and streams are stored whole, replaced, read in parts and deleted', async () => {
  const stored = await files.put('notes/first.txt', Buffer.from('hello world'));
  expect(stored).toEqual({ sizeBytes: 11, modifiedAt: expect.any(Date) });
  expect(await contentOf('notes/first.txt')).toBe('hello world');
  expect(await contentOf('notes/first.txt', { start: 6, end: 8 })).toBe('wor');
  await files.put('notes/first.txt', Readable.from([Buffer.from('he'), Buffer.from('y')]));
  expect(await contentOf('notes/first.txt')).toBe('hey');
  expect(await files.delete('notes/first.txt')).toBe(true);
  expect(await files.delete('notes/first.txt')).toBe(false);
  expect([await files.stat('notes/first.txt'), await files.read('notes/first.txt')]).toEqual([undefined, undefined]);
});

test.each([
  ...['', '.', '..', '../secret', '/etc/passwd', 'a/../../b', 'a//b', 'a/', '.hidden', 'a/.hidden', 'a\\b', 'a\0b'],
  ...['.unfinished/x', 'a.b.c.d', 'a b', 'a/b/c/d/e', 'ä', 'x'.repeat(200), 'a\n'],
])('%j is no name of a file', async (name) => {
  await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('is no name of a file');
  await expect(files.read(name)).rejects.toThrow('is no name of a file');
  await expect(files.stat(name)).rejects.toThrow('is no name of a file');
  await expect(files.delete(name)).rejects.toThrow('is no name of a file');
  expect(await readdir(directory)).toEqual([]);
});

test('a file past the limit, or whose stream breaks off, leaves what was there before', async () => {
  await files.put('kept', Buffer.from('before'));
  await expect(files.put('kept', Buffer.alloc(1_001))).rejects.toThrow(FileTooLarge);
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('broken off');
    })(),
  );
  await expect(files.put('kept', breaking)).rejects.toThrow('broken off');
  expect(await contentOf('kept')).toBe('before');
  expect(await readdir(path.join(directory, '.unfinished'))).toEqual([]);
});

test('a folder is no file', async () => {
  await files.put('folder/file', Buffer.from('x'));
  expect(await files.stat('folder')).toBeUndefined();
  expect(await files.stat('folder/file/deeper')).toBeUndefined();
});
