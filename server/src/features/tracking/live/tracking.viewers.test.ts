import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { createViewers, type ViewersDependencies } from './tracking.viewers.service.ts';

const DEVICE = 7;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.drop());

test('names a person with withheld positions once, when the decision is renewed [LIVE-09]', async () => {
  const clock = fakeClock();
  const user = randomUUID();
  const dependencies = {
    database: store.database,
    clock,
    devices: {
      assignedTo: async () => [{ accountId: user, deviceId: DEVICE }],
      relationsOf: async () => [{ accountId: user, deviceId: DEVICE, relation: 'assigned_user' }],
    },
    subscription: { premiumAccounts: async () => new Set([user]) },
    access: {
      liveGrants: async () => [],
      sightBy: () => ({ right: null, grantId: null, from: new Date(0), until: null }),
    },
  } as unknown as ViewersDependencies;
  const viewers = createViewers(dependencies);
  await viewers.refresh([user]);
  const recipients = (): string[] => viewers.of(DEVICE, clock.now()).map(({ accountId }) => accountId);

  expect(recipients()).toEqual([user]);
  expect(viewers.takeLapsed()).toEqual([]);
  await clock.advance(2_000);
  expect(recipients()).toEqual([]);
  expect(viewers.takeLapsed()).toEqual([]);
  await viewers.refresh([user]);
  expect(viewers.takeLapsed()).toEqual([user]);
  expect(viewers.takeLapsed()).toEqual([]);
  expect(recipients()).toEqual([user]);
});
