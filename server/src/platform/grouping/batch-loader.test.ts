import { expect, test, vi } from 'vitest';
import { createBatchLoader, loadAll, pauseAfter } from './batch-loader.ts';

const doubled = () => vi.fn(async (keys: readonly number[]) => new Map(keys.map((key) => [key, key * 2])));

test('batches all keys of one turn into one call, and each caller gets its own answer', async () => {
  const ask = doubled();
  const find = createBatchLoader(ask);
  expect(await Promise.all([find(1), find(2), find(1)])).toEqual([2, 4, 2]);
  expect(ask.mock.calls).toEqual([[[1, 2]]]);
});

test('collects the keys of several turns while the previous call is less than the pause ago', async () => {
  const ask = doubled();
  const find = createBatchLoader(ask, 200);
  await find(1);
  const later = [find(2)];
  await new Promise(setImmediate);
  later.push(find(3));
  expect(await Promise.all(later)).toEqual([4, 6]);
  expect(ask.mock.calls).toEqual([[[1]], [[2, 3]]]);
});

test('waits longer between calls when a call answers many requests', () => {
  expect([1, 3, 4, 100].map(pauseAfter)).toEqual([4, 4, 6, 6]);
});

test("caches nothing: the next turn asks again, even while the previous turn's call is pending", async () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn(
    (keys: readonly number[]) =>
      new Promise<ReadonlyMap<number, number>>((resolve) => {
        answers.push(() => resolve(new Map(keys.map((key) => [key, answers.length]))));
      }),
  );
  const find = createBatchLoader(ask);
  const first = find(1);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  const second = find(1);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  for (const answer of answers) answer();
  expect(await Promise.all([first, second])).toEqual([2, 2]);
});

test('there is no answer for a key that was not found, and a failure reaches each asker of that turn alone', async () => {
  const find = createBatchLoader(async () => new Map<number, number>());
  expect(await find(1)).toBeUndefined();
  const ask = vi.fn(doubled()).mockRejectedValueOnce(new Error('away'));
  const failing = createBatchLoader(ask);
  await Promise.all([1, 2].map((key) => expect(failing(key)).rejects.toThrow('away')));
  expect(await failing(3)).toBe(6);
});

test('several keys are loaded in one call, and keys without a value are omitted', async () => {
  const ask = vi.fn(
    async (keys: readonly number[]) => new Map(keys.filter((key) => key > 0).map((key) => [key, -key])),
  );
  expect(await loadAll(createBatchLoader(ask), [1, 0, 2])).toEqual(
    new Map([
      [1, -1],
      [2, -2],
    ]),
  );
  expect(ask).toHaveBeenCalledTimes(1);
});
