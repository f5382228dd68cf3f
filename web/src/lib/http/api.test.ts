import { listDevices } from '@trace/contract/devices/devices.api';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '@trace/contract/kernel/client';
import { api, failureWords } from './api.ts';
import { lastResponseAt } from '#lib/stream/server-clock.ts';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (body: string, status: number) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('counts a refusal as a response of the server, but not a proxy error [LIVE-01]', async () => {
  const before = lastResponseAt();
  answerWith('Bad gateway', 502);
  await expect(api.call(listDevices, { query: { limit: 50 } })).rejects.toMatchObject({ status: 502 });
  expect(lastResponseAt()).toBe(before);
  answerWith('{}', 403);
  await expect(api.call(listDevices, { query: { limit: 50 } })).rejects.toMatchObject({ status: 403 });
  expect(lastResponseAt()).not.toBe(before);
});

test.each([
  ['a short wait in seconds', 429, 60, 'Too many tries. Try again in 60 s.'],
  ['a long wait in minutes', 429, 300, 'Too many tries. Try again in 5 minutes.'],
  ['no wait', 409, undefined, 'Too many tries.'],
])('the words of a refusal say %s [HUB-01]', async (_what, status, retryAfterSec, words) => {
  const code = status === 429 ? 'too_many_requests' : 'conflict';
  answerWith(JSON.stringify({ error: { code, message: 'Too many tries.', retryAfterSec, requestId: '1' } }), status);
  const failure = await api.call(listDevices, { query: { limit: 50 } }).catch((error: unknown) => error);
  expect(failureWords(failure)).toBe(words);
});

test('no wait is said of a failure on our side [HUB-01]', () => {
  const internal = { code: 'internal', message: 'Defect', retryAfterSec: 5, requestId: '1' } as const;
  expect(failureWords(new ApiError(500, internal), 'It failed.')).toBe('It failed.');
});
