import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createJobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { openIdentityDoor } from '#testing/identity-door';
import type { Browser, Door } from '#testing/identity-door';
import { createSubscriptionFeature } from './subscription.feature.ts';
import type { SubscriptionFeature } from './subscription.feature.ts';

let door: Door;
let subscription: SubscriptionFeature;

beforeAll(async () => {
  door = await openIdentityDoor({
    routes: (_auth, { database }, clock) => {
      const log = createLog({ level: 'silent' });
      subscription = createSubscriptionFeature({
        database,
        clock,
        log,
        jobs: createJobs({ database, clock, log }),
        payments: null,
        mail: { send: async () => {} },
        people: { accountsOf: async () => new Map(), lockAccount: async () => true, profileOf: async () => null },
        tombstones: { has: async () => false },
        portalUrl: () => 'http://localhost',
      });
      return subscription.routes;
    },
  });
});
afterAll(() => door.stop());

async function person(email: string): Promise<{ id: string; browser: Browser }> {
  const password = 'Correct-horse-7';
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'UTC' };
  const id = await door.auth.port.createAccount({ email, password, role: 'user', ...name });
  const browser = door.browser();
  await browser.call('POST', '/api/auth/sign-in', { email, password });
  return { id, browser };
}

const inDays = (days: number): Date => new Date(door.clock.now().getTime() + days * DAY_MS);
const plan = async (browser: Browser): Promise<unknown> => (await browser.call('GET', '/api/subscription')).json;
const free = {
  subscribed: false,
  tier: 'free',
  endsAt: null,
  billing: 'off',
  renews: false,
  paymentTrouble: null,
  manageable: false,
  price: { amount: 2_000, currency: 'aud', interval: 'month' },
};

test('premium lasts until its end, and the clock decides at every use [PING-06] [LIVE-07]', async () => {
  const { id, browser } = await person('premium@example.com');
  const other = await person('free@example.com');
  expect(await plan(browser)).toEqual(free);
  expect((await door.browser().call('GET', '/api/subscription')).status).toBe(401);

  const until = inDays(1);
  await subscription.port.grant({ accountId: id, until, source: 'demo' });
  expect(await plan(browser)).toEqual({ ...free, subscribed: true, tier: 'premium', endsAt: until.toISOString() });
  expect(await plan(other.browser)).toEqual(free);
  expect(await subscription.port.premiumAccounts([id, other.id])).toEqual(new Set([id]));
  expect(await subscription.port.isPremium(id)).toBe(true);
  expect(await subscription.port.isPremium(id, new Date(until.getTime() - 1))).toBe(true);
  expect(await subscription.port.isPremium(id, until)).toBe(false);

  door.clock.set(until);
  expect(await subscription.port.isPremium(id)).toBe(false);
  expect(await subscription.port.premiumAccounts([id, other.id])).toEqual(new Set());
  expect(await subscription.durableEvents![0]!.present({}, { accountId: id } as never)).toEqual(free);
});

test('publishes a change once to the user, and publishes no unchanged grant [LIVE-07]', async () => {
  const { id } = await person('notified@example.com');
  const grant = { accountId: id, until: inDays(1), source: 'demo' as const };
  await subscription.port.grant(grant);
  await subscription.port.grant(grant);
  await subscription.port.grant({ ...grant, until: inDays(-1), source: 'staff' });
  const { rows } = await sql<{ kind: string; audience: string[] }>`
    select kind, audience from outbox where ${id} = any(audience) order by id`.execute(door.test.database.sql);
  expect(rows).toEqual([
    { kind: 'subscription', audience: [id] },
    { kind: 'subscription', audience: [id] },
  ]);
  await expect(subscription.port.grant({ ...grant, accountId: crypto.randomUUID() })).rejects.toThrow('foreign key');
});
