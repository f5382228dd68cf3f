import { QueryClient } from '@tanstack/react-query';
import type { Role } from '@trace/contract/kernel/roles';
import { beforeEach, expect, test } from 'vitest';
import { mia, sam } from '#testing/fake-server-world.ts';
import { LAST_STATE_MS, openLastState, saveLastState, wipeLastState, wipeLastStateOfOthers } from './last-state.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');

beforeEach(() => wipeLastState());

/** A cache that knows one answer for each of these. */
async function known(answers: Record<string, readonly Role[] | undefined>): Promise<QueryClient> {
  const client = new QueryClient();
  for (const [name, keptFor] of Object.entries(answers)) {
    await client.fetchQuery({
      queryKey: [name],
      queryFn: () => new Map([[name, 7]]),
      ...(keptFor && { meta: { keptFor } }),
    });
  }
  return client;
}

async function opened(nowMs = NOW) {
  const client = new QueryClient();
  const answer = await openLastState(client, nowMs);
  const names = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0] as string);
  return { answer, names, client };
}

test('PWA-01 what a person may keep comes back as it was, and nothing else', async () => {
  const client = await known({ devices: ['user', 'installer'], pings: ['user'], path: undefined });
  await saveLastState(client, mia, NOW);
  const users = await opened();
  expect(users.answer).toEqual({ person: mia, savedAt: NOW, older: new Map() });
  expect(users.names).toEqual(['devices', 'pings']);
  expect(users.client.getQueryData(['pings'])).toEqual(new Map([['pings', 7]]));

  await saveLastState(client, sam, NOW);
  expect((await opened()).names).toEqual(['devices']);
  await saveLastState(client, { ...sam, userType: 'staff' }, NOW);
  expect((await opened()).names).toEqual([]);
});

test('PWA-01 T42 it goes with its person, and with its time', async () => {
  const client = await known({ devices: ['user', 'installer'] });
  await saveLastState(client, mia, NOW);
  await wipeLastStateOfOthers(mia.id);
  expect((await opened(NOW + LAST_STATE_MS)).answer).not.toBeNull();
  await wipeLastStateOfOthers(sam.id);
  expect((await opened()).answer).toBeNull();

  await saveLastState(client, mia, NOW);
  expect((await opened(NOW + LAST_STATE_MS + 1)).answer).toBeNull();
  expect((await opened()).answer).toBeNull();
  await saveLastState(client, mia, NOW);
  // A clock that was set back says nothing about the age.
  expect((await opened(NOW - 1)).answer).toBeNull();
});

test('PWA-01 what earlier pages of the same person kept along goes on, as old as it is', async () => {
  const ask = async (client: QueryClient, name: string, isKeptAlong: boolean) =>
    client.fetchQuery({ queryKey: [name], queryFn: () => 7, meta: { keptFor: ['user'], isKeptAlong } });
  const dashboard = new QueryClient();
  await ask(dashboard, 'pings', true);
  await ask(dashboard, 'devices', false);
  await saveLastState(dashboard, mia, NOW);
  const settings = new QueryClient();
  await ask(settings, 'quota', true);
  await saveLastState(settings, mia, NOW + 5_000);
  await saveLastState(settings, mia, NOW + 9_000);
  const { answer, names } = await opened(NOW + 9_000);
  expect(names).toEqual(['quota', 'pings']);
  expect(answer).toMatchObject({ savedAt: NOW + 9_000, older: new Map([['["pings"]', NOW]]) });

  await saveLastState(settings, mia, NOW + LAST_STATE_MS + 1);
  expect((await opened(NOW + LAST_STATE_MS + 1)).names).toEqual(['quota']);
  await saveLastState(dashboard, mia, NOW);
  await saveLastState(settings, { ...mia, id: sam.id }, NOW);
  expect((await opened()).names).toEqual(['quota']);
});
