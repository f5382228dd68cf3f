import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { createViewers, type Viewers, type ViewersDependencies } from './tracking.viewers.service.ts';

const DEVICE = 7;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.drop());

/** Viewers of a single device with this user. */
function viewersOf(
  user: string,
  clock: Clock,
  { whileReading = async () => {}, until = null }: { whileReading?: () => Promise<void>; until?: Date | null } = {},
): Viewers {
  return createViewers({
    database: store.database,
    clock,
    devices: {
      assignedTo: async () => [{ accountId: user, deviceId: DEVICE }],
      async relationsOf() {
        await whileReading();
        return [{ accountId: user, deviceId: DEVICE, relation: 'assigned_user' }];
      },
    },
    subscription: { premiumAccounts: async () => new Set([user]) },
    access: {
      liveGrants: async () => [],
      sightBy: () => ({ right: null, grantId: null, from: new Date(0), until }),
    },
  } as unknown as ViewersDependencies);
}

test('names a person with withheld positions once, when the decision is renewed [LIVE-09]', async () => {
  const clock = fakeClock();
  const user = randomUUID();
  const viewers = viewersOf(user, clock);
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

test('keeps a device withheld when access ends while a decision is read [T23]', async () => {
  const clock = fakeClock();
  const user = randomUUID();
  const reading = Promise.withResolvers<void>();
  const viewers = viewersOf(user, clock, { whileReading: () => reading.promise });
  const isViewer = (): boolean => viewers.of(DEVICE, clock.now()).length > 0;
  const refreshed = viewers.refresh([user]);
  viewers.forget(DEVICE);
  reading.resolve();
  await refreshed;
  expect(isViewer()).toBe(false);

  await clock.advance(500);
  await viewers.refresh([user]);
  expect(isViewer()).toBe(true);
  expect(viewers.takeLapsed()).toEqual([user]);
});

test('withholds a position from before the end of a grant once the end has passed [LOCREQ-03] [I-08]', async () => {
  const clock = fakeClock();
  const user = randomUUID();
  const measuredAt = clock.now();
  const viewers = viewersOf(user, clock, { until: new Date(measuredAt.getTime() + 1_000) });
  await viewers.refresh([user]);
  await clock.advance(999);
  expect(viewers.of(DEVICE, measuredAt)).toHaveLength(1);
  await clock.advance(1);
  expect(viewers.of(DEVICE, measuredAt)).toEqual([]);
});
