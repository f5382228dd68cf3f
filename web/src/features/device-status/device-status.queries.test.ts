import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { statusesQuery } from './device-status.queries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('does not refetch statuses that are less than 10 s old [STAT-04]', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => Response.json({ statuses: [] }));
  vi.stubGlobal('fetch', fetched);
  const client = new QueryClient();
  await client.fetchQuery(statusesQuery);
  await vi.advanceTimersByTimeAsync(9_999);
  await client.fetchQuery(statusesQuery);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await client.fetchQuery(statusesQuery);
  expect(fetched).toHaveBeenCalledTimes(2);
});
