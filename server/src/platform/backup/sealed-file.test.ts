import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFrameSealer, isSealedWith, openSealed } from './sealed-file.ts';

const key = Buffer.alloc(32, 1);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-sealed-'));
});
afterAll(() => rm(directory, { recursive: true }));

const sealedBytes = (): Buffer[] => {
  const sealer = createFrameSealer(key, 'backup', { at: 'now' });
  return [sealer.line, sealer.seal(Buffer.from('first')), sealer.seal(Buffer.from('last'), true)];
};

async function read(bytes: Uint8Array, by: Uint8Array = key) {
  const file = path.join(directory, 'one');
  await writeFile(file, bytes);
  const handle = await open(file, 'r');
  try {
    const { header, frames } = await openSealed(handle, 'one');
    const plain: string[] = [];
    let isComplete = false;
    for await (const frame of frames(by)) {
      plain.push(frame.plain.toString('utf8'));
      isComplete = frame.isLast;
    }
    return { header, plain, isComplete };
  } finally {
    await handle.close();
  }
}

test('opens with its own key alone, and tells which key that is [SCALE-05]', async () => {
  const bytes = Buffer.concat(sealedBytes());
  const { header, plain, isComplete } = await read(bytes);
  expect([plain, isComplete]).toEqual([['first', 'last'], true]);
  expect(isSealedWith(header, key)).toBe(true);
  expect(isSealedWith(header, Buffer.alloc(32, 2))).toBe(false);
  await expect(read(bytes, Buffer.alloc(32, 2))).rejects.toThrow('damaged at byte');
  expect(bytes.includes('first')).toBe(false);
});

test('finds a changed byte at every place of the file [SCALE-05]', async () => {
  const whole = Buffer.concat(sealedBytes());
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    const outcome = await read(changed).then(
      ({ isComplete, plain, header }) => isComplete && plain.length === 2 && isSealedWith(header, key),
      () => false,
    );
    expect(outcome, `byte ${at}`).toBe(false);
  }
});

test('finds a frame that is missing, exchanged or cut off [SCALE-05]', async () => {
  const [line, first, last] = sealedBytes() as [Buffer, Buffer, Buffer];
  await expect(read(Buffer.concat([line, last]))).rejects.toThrow('damaged');
  await expect(read(Buffer.concat([line, last, first]))).rejects.toThrow('damaged');
  await expect(read(Buffer.concat([line, first, last.subarray(0, -1)]))).rejects.toThrow('damaged');
  expect((await read(Buffer.concat([line, first]))).isComplete).toBe(false);
});

test('refuses another kind of file, and a newer format [SCALE-05]', async () => {
  await expect(read(Buffer.from('a picture'))).rejects.toThrow('is not a backup of Trace');
  const [line] = sealedBytes() as [Buffer];
  const newer = line.toString('utf8').replace('"format":1', '"format":2');
  await expect(read(Buffer.from(newer))).rejects.toThrow('newer version');
});
