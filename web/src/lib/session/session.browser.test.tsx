import { QueryClient } from '@tanstack/react-query';
import { SHOWN_ACCOUNT_HEADER } from '@trace/contract/kernel/shown-account';
import { openOfflineCache, saveOfflineCache, wipeOfflineCache } from '#lib/offline/offline-cache.ts';
import { mia, sam, startWorld } from '#testing/fake-server/fake-server-world.ts';
import { fetchFile } from '#lib/http/fetch-file.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callHeaders } from './call-headers.ts';
import { followAccount, sessionQuery } from './session.ts';

async function answerSession(person: typeof mia | null): Promise<QueryClient> {
  await wipeOfflineCache();
  await saveOfflineCache(new QueryClient(), mia, Date.now());
  const { server } = startWorld({ person });
  onTestFinished(async () => {
    server.stop();
    await wipeOfflineCache();
  });
  const client = new QueryClient();
  followAccount(client);
  await client.fetchQuery(sessionQuery);
  return client;
}

test.each([
  ['another person is', sam],
  ['no one is', null],
])('the saved state of a user is wiped before the page learns that %s signed in [PWA-01]', async (_who, person) => {
  const client = await answerSession(person);
  expect(await openOfflineCache(client, Date.now())).toBeNull();
});

test('each call names the account that the page shows [GUARD-07]', async () => {
  await answerSession(sam);
  expect(callHeaders()).toMatchObject({ [SHOWN_ACCOUNT_HEADER]: sam.id });
  await answerSession(null);
  expect(callHeaders()).not.toHaveProperty(SHOWN_ACCOUNT_HEADER);
});

test('a download names the account that the page shows [GUARD-07]', async () => {
  await answerSession(sam);
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('serial_number'));
  onTestFinished(() => fetched.mockRestore());
  await fetchFile('/api/devices.csv');
  expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get(SHOWN_ACCOUNT_HEADER)).toBe(sam.id);
});

test('the saved state of a user stays while the user is signed in [PWA-01]', async () => {
  const client = await answerSession(mia);
  expect(await openOfflineCache(client, Date.now())).toMatchObject({ person: mia });
});
