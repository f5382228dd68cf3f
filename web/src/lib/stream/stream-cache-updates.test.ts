import { queryOptions, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { applyPushedUpdate } from './stream-cache-updates.ts';
import { createQueryClient } from '#lib/http/query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Words = Record<string, string>;
const settle = () => vi.advanceTimersByTimeAsync(1);

/** Devices with a word each; the answers are given by hand, to the oldest question first. */
async function devices() {
  const client = createQueryClient({ onSignedOut: () => undefined, onActionFailed: () => undefined });
  const questions: PromiseWithResolvers<Words>[] = [];
  const query = queryOptions({
    queryKey: ['words'],
    queryFn: () => {
      const question = Promise.withResolvers<Words>();
      questions.push(question);
      return question.promise;
    },
    staleTime: 10_000,
  });
  const push = (serial: string, word: string) =>
    applyPushedUpdate(client, query.queryKey, (before: Words = {}) => ({ ...before, [serial]: word }));
  const answer = async (words: Words) => {
    questions.shift()!.resolve(words);
    await settle();
  };
  const look = () => {
    const shown = new QueryObserver(client, query);
    onTestFinished(shown.subscribe(() => undefined));
    return () => shown.getCurrentResult().data;
  };
  return { client, query, questions, answer, push, look };
}

test.each([
  ['the first answer', false],
  ['a later one', true],
])('%s, if pending during a push, does not undo the push [STAT-04] [LIVE-09]', async (_words, isLater) => {
  const { client, query, questions, answer, push, look } = await devices();
  const words = look();
  if (isLater) {
    await answer({ ute: 'online', boat: 'online' });
    void client.invalidateQueries(query);
  }
  push('ute', 'updating');
  push('ute', 'offline');
  expect(words()?.ute).toBe(isLater ? 'offline' : undefined);
  await answer({ ute: 'online', boat: 'asleep' });
  expect(words()).toEqual({ ute: 'offline', boat: 'asleep' });
  expect(questions).toEqual([]);
});

test('an answer requested after a push replaces the pushed value', async () => {
  const { client, query, questions, answer, push, look } = await devices();
  const words = look();
  await answer({ ute: 'online' });
  void client.invalidateQueries(query);
  push('ute', 'offline');
  void client.invalidateQueries(query);
  questions.shift()!.resolve({ ute: 'too late' });
  await answer({ ute: 'online' });
  expect(words()).toEqual({ ute: 'online' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(words()).toEqual({ ute: 'online' });
});

test('shows a pushed update even if the pending answer fails', async () => {
  const { questions, push, look } = await devices();
  const words = look();
  push('ute', 'offline');
  questions.shift()!.reject(new Error('no answer'));
  await settle();
  expect(words()).toEqual({ ute: 'offline' });
});

test('a push without a pending answer triggers no request and leaves the age of the data unchanged', async () => {
  const { client, query, questions, answer, push, look } = await devices();
  const words = look();
  await answer({ ute: 'online', boat: 'online' });
  const answeredAt = client.getQueryState(query.queryKey)?.dataUpdatedAt;
  await vi.advanceTimersByTimeAsync(9_000);
  push('ute', 'offline');
  expect(words()).toEqual({ ute: 'offline', boat: 'online' });
  expect(client.getQueryState(query.queryKey)?.dataUpdatedAt).toBe(answeredAt);
  expect(questions).toEqual([]);
});

test.each([
  ['before anybody asked', false],
  ['into what is no longer valid', true],
])('a single update pushed %s does not count as a complete answer', async (_words, wasKnown) => {
  const { client, query, answer, push, look } = await devices();
  if (wasKnown) {
    client.setQueryData(query.queryKey, { ute: 'online', boat: 'online' });
    void client.invalidateQueries(query);
  }
  push('ute', 'offline');
  const words = look();
  await answer({ ute: 'offline', boat: 'asleep' });
  expect(words()).toEqual({ ute: 'offline', boat: 'asleep' });
});
