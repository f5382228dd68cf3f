import { listDevices } from '@trace/contract/devices/devices.api';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
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
