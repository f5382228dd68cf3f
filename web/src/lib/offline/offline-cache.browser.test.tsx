import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import type { Role } from '@trace/contract/kernel/roles';
import { ApiError } from '@trace/contract/kernel/client';
import { SECOND_MS, DAY_MS } from '@trace/contract/kernel/time';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { mia, sam, startWorld } from '#testing/fake-server/fake-server-world.ts';
import { usePersistOfflineCache } from './offline-cache-writer.ts';
import { MOST_OF_A_KIND, OFFLINE_CACHE_MS } from './offline-cache-merge.ts';
import {
  openOfflineCache,
  readOlder,
  readSavedQuery,
  saveOfflineCache,
  wipeOfflineCache,
  wipeOfflineCacheOfOthers,
} from './offline-cache.ts';
import { comeBack, readOffline } from './offline.ts';
import { PersonContext, sessionQuery } from '#lib/session/session.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');

beforeEach(() => wipeOfflineCache());

/** Returns a query cache with one answer for each of these names. */
async function known(answers: Record<string, readonly Role[] | undefined>): Promise<QueryClient> {
  const client = new QueryClient();
  for (const [name, offlineRoles] of Object.entries(answers)) {
    await client.fetchQuery({
      queryKey: [name],
      queryFn: () => new Map([[name, 7]]),
      ...(offlineRoles && { meta: { offlineRoles } }),
    });
  }
  return client;
}

async function opened(nowMs = NOW) {
  const client = new QueryClient();
  const answer = await openOfflineCache(client, nowMs);
  const names = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0] as string);
  return { answer, names, client };
}

test('restores exactly the queries that the role of the user may save [PWA-01]', async () => {
  const client = await known({ devices: ['user', 'installer'], pings: ['user'], path: undefined });
  await saveOfflineCache(client, mia, NOW);
  const users = await opened();
  expect(users.answer).toEqual({ person: mia, savedAt: NOW, older: new Map() });
  expect(users.names).toEqual(['devices', 'pings']);
  expect(users.client.getQueryData(['pings'])).toEqual(new Map([['pings', 7]]));

  await saveOfflineCache(client, sam, NOW);
  expect((await opened()).names).toEqual(['devices']);
  await saveOfflineCache(client, { ...sam, userType: 'staff' }, NOW);
  expect((await opened()).names).toEqual([]);
});

test('the saved state is wiped for another user and after its maximum age [PWA-01] [T42]', async () => {
  const client = await known({ devices: ['user', 'installer'] });
  await saveOfflineCache(client, mia, NOW);
  await wipeOfflineCacheOfOthers(mia.id);
  expect((await opened(NOW + OFFLINE_CACHE_MS)).answer).not.toBeNull();
  await wipeOfflineCacheOfOthers(sam.id);
  expect((await opened()).answer).toBeNull();

  await saveOfflineCache(client, mia, NOW);
  expect((await opened(NOW + OFFLINE_CACHE_MS + 1)).answer).toBeNull();
  expect((await opened()).answer).toBeNull();
  await saveOfflineCache(client, mia, NOW);
  // With a clock that was set back, the age is unknown.
  expect((await opened(NOW - 1)).answer).toBeNull();
});

const ask = (client: QueryClient, name: string, showsOwnAge: boolean) =>
  client.fetchQuery({ queryKey: [name], queryFn: () => 7, meta: { offlineRoles: ['user'], showsOwnAge } });

test('queries saved by earlier pages of the same user stay and keep their age [PWA-01] [PWA-02]', async () => {
  const dashboard = new QueryClient();
  await ask(dashboard, 'pings', true);
  await ask(dashboard, 'devices', false);
  await saveOfflineCache(dashboard, mia, NOW);
  const settings = new QueryClient();
  await ask(settings, 'quota', true);
  await saveOfflineCache(settings, mia, NOW + 5_000);
  await saveOfflineCache(settings, mia, NOW + 9_000);
  const { answer, names } = await opened(NOW + 9_000);
  expect(names).toEqual(['quota', 'pings', 'devices']);
  const older = new Map([
    ['["quota"]', NOW + 5_000],
    ['["pings"]', NOW],
    ['["devices"]', NOW],
  ]);
  expect(answer).toMatchObject({ savedAt: NOW + 9_000, older });

  await saveOfflineCache(settings, mia, NOW + OFFLINE_CACHE_MS + 1);
  expect((await opened(NOW + OFFLINE_CACHE_MS + 1)).names).toEqual(['quota']);
  await saveOfflineCache(dashboard, mia, NOW);
  await saveOfflineCache(settings, { ...mia, id: sam.id }, NOW);
  expect((await opened()).names).toEqual(['quota']);
});

test('keeps the newest pages of a table, and reads a saved query only for its own user [PWA-02]', async () => {
  const client = new QueryClient();
  for (let page = 0; page < MOST_OF_A_KIND + 5; page += 1) {
    const queryKey = ['devices', 'table', page];
    await client.fetchQuery({ queryKey, queryFn: () => page, meta: { offlineRoles: ['user'] } });
    await saveOfflineCache(client, mia, NOW + page);
    client.removeQueries({ queryKey });
  }
  const lastPage = MOST_OF_A_KIND + 4;
  const nowMs = NOW + lastPage;
  expect((await opened(nowMs)).names).toHaveLength(MOST_OF_A_KIND);
  const read = (accountId: string, page: number) =>
    readSavedQuery(new QueryClient(), { accountId, hash: JSON.stringify(['devices', 'table', page]), nowMs });
  expect(await read(mia.id, lastPage)).toMatchObject({ keptAt: nowMs, query: { state: { data: lastPage } } });
  expect(await read(mia.id, 0)).toBeNull();
  expect(await read(sam.id, lastPage)).toBeNull();
});

/**
 * Saves Boat's pings three days before NOW, and a page without the pings a minute before NOW. The clock then shows NOW.
 */
async function keepBoatOfThreeDaysAgo() {
  onTestFinished(() => void vi.restoreAllMocks());
  const clock = vi.spyOn(Date, 'now');
  const keep = async (name: string, showsOwnAge: boolean, atMs: number) => {
    clock.mockReturnValue(atMs);
    const client = new QueryClient();
    await ask(client, name, showsOwnAge);
    await saveOfflineCache(client, mia, atMs);
  };
  await keep('pings of Boat', true, NOW - 3 * DAY_MS);
  await keep('devices', false, NOW - 60 * SECOND_MS);
  return clock.mockReturnValue(NOW);
}

test('data opened without a network keeps its age until refetched [PWA-01]', async () => {
  const clock = await keepBoatOfThreeDaysAgo();
  const { client } = await opened();
  // Simulates a page without Boat's pings after the network has returned.
  await client.invalidateQueries();
  await ask(client, 'devices', false);
  await saveOfflineCache(client, mia, NOW);
  const again = await opened();
  const boat = '["pings of Boat"]';
  expect(again.answer).toMatchObject({ savedAt: NOW, older: new Map([[boat, NOW - 3 * DAY_MS]]) });
  expect(readOlder(again.client)).toEqual(
    new Map([
      [boat, NOW - 3 * DAY_MS],
      ['["devices"]', NOW],
    ]),
  );

  clock.mockReturnValue(NOW + SECOND_MS);
  await ask(again.client, 'pings of Boat', true);
  await ask(again.client, 'devices', false);
  expect(readOlder(again.client)).toEqual(new Map());
  await saveOfflineCache(again.client, mia, NOW + SECOND_MS);
  expect((await opened(NOW + SECOND_MS)).answer).toMatchObject({ savedAt: NOW + SECOND_MS, older: new Map() });
});

test('data whose refetch fails stays saved with the age of its last answer [PWA-01]', async () => {
  const client = new QueryClient();
  let isReachable = true;
  const devices = new QueryObserver(client, {
    queryKey: ['devices'],
    queryFn: () => (isReachable ? 7 : Promise.reject(new ApiError(0, null))),
    meta: { offlineRoles: ['user'] },
    retry: false,
  });
  onTestFinished(devices.subscribe(() => undefined));
  await expect.poll(() => devices.getCurrentResult().data).toBe(7);
  await saveOfflineCache(client, mia, NOW);
  isReachable = false;
  await client.invalidateQueries();
  expect(devices.getCurrentResult().isError).toBe(true);
  await saveOfflineCache(client, mia, NOW + 9 * SECOND_MS);
  const { answer, client: next } = await opened(NOW + 9 * SECOND_MS);
  expect(answer).toMatchObject({ savedAt: NOW + 9 * SECOND_MS, older: new Map([['["devices"]', NOW]]) });
  expect(next.getQueryState(['devices'])).toMatchObject({ data: 7, status: 'success', error: null });
});

test('saves no state while the server is unreachable, and opened data shows its own age [PWA-01]', async () => {
  onTestFinished(() => void comeBack());
  await keepBoatOfThreeDaysAgo();
  const { server } = startWorld();
  onTestFinished(server.stop);
  server.setReachable(false);
  const client = new QueryClient();
  expect(await client.fetchQuery({ ...sessionQuery, retry: false })).toEqual({ person: mia });
  const ofBoat = ['["pings of Boat"]', NOW - 3 * DAY_MS] as const;
  expect(readOffline()).toEqual({ asOf: NOW - 60 * SECOND_MS, older: new Map([ofBoat]) });

  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <PersonContext value={mia}>{children}</PersonContext>
    </QueryClientProvider>
  );
  await renderHook(() => usePersistOfflineCache(), { wrapper });
  await ask(client, 'devices', false);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const save = async () => {
    await ask(client, 'devices', false);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await save();
  // A pending write completes before the next read of the same store.
  expect((await opened()).answer).toMatchObject({ savedAt: NOW - 60 * SECOND_MS });

  // The page goes on, and is cut off once more.
  comeBack();
  await save();
  await expect.poll(async () => (await opened()).answer?.savedAt).toBe(NOW);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(client.fetchQuery({ ...sessionQuery, retry: false, staleTime: 0 })).rejects.toThrow(ApiError);
  expect(readOffline()?.older).toEqual(new Map([ofBoat]));
});
