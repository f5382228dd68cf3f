import { ApiError } from '@trace/contract/kernel/client';
import type { RefusalCode } from '@trace/contract/kernel/errors';
import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient, isWorthRetrying } from './query-client.ts';

const refused = (status: number, code: RefusalCode) => new ApiError(status, { code, message: 'no', requestId: 'r1' });

function watched() {
  const seen: string[] = [];
  const client = createQueryClient({
    onSignedOut: () => seen.push('signed out'),
    onActionFailed: (error) => seen.push(error.message),
  });
  const act = async (error: Error, meta = {}) => {
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error), meta });
    await expect(mutation.execute(undefined)).rejects.toBe(error);
  };
  return { seen, client, act };
}

test('an ended session is told once, by queries and by actions alike', async () => {
  const { seen, client, act } = watched();
  const ended = refused(401, 'unauthenticated');
  await expect(client.fetchQuery({ queryKey: ['me'], queryFn: () => Promise.reject(ended) })).rejects.toBe(ended);
  await act(ended);
  expect(seen).toEqual(['signed out', 'signed out']);
});

test('shows a failed action unless the component shows the failure itself', async () => {
  const { seen, act } = watched();
  await act(refused(409, 'conflict'));
  await act(refused(409, 'conflict'), { isFailureShownInPlace: true });
  await act(refused(401, 'wrong_credentials'));
  expect(seen).toEqual(['no', 'no']);
});

test('only trouble on the way is tried again, twice', () => {
  const lost = new ApiError(0, null);
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, lost))).toEqual([true, true, false]);
  expect(isWorthRetrying(0, refused(403, 'forbidden'))).toBe(false);
  expect(isWorthRetrying(0, new Error('not ours'))).toBe(false);
});

test('refetches a query that is invalidated during its first fetch', async () => {
  const { client } = watched();
  const answers: ((answer: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const shown = new QueryObserver(client, { queryKey: ['requests'], queryFn: ask });
  onTestFinished(shown.subscribe(() => undefined));
  const refetched = client.invalidateQueries({ queryKey: ['requests'] });
  answers[0]!('nobody asks');
  answers[1]!('Sam asks');
  await refetched;
  expect(shown.getCurrentResult().data).toBe('Sam asks');
  expect(answers).toHaveLength(2);
});
