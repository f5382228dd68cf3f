import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { createCheckout, getSubscription } from '@trace/contract/subscription/subscription.api';
import { press, settle, startBillingPortal, subscribe, type BillingPortal } from '#testing/worlds/billing-world';
import { eventually } from '#testing/eventually';
import type { SignedIn } from '#testing/portal';
import { ADOPT_JOB } from '../subscription.jobs.ts';

// A restored database has lost the newest customers, and Stripe still charges them.
let world: BillingPortal;
beforeAll(async () => {
  world = await startBillingPortal();
});
afterEach(() => {
  world.stripe.webhooks.delivery.isHeld = false;
});
afterAll(() => world.stop());

const isSubscribed = async (person: SignedIn): Promise<boolean> =>
  (await person.api.call(getSubscription, {})).subscribed;
const customersOf = (person: SignedIn) =>
  [...world.stripe.ledger.customers.values()].filter(({ metadata }) => metadata['account'] === person.id);
const planOf = (person: SignedIn) =>
  [...world.stripe.ledger.subscriptions.values()].find(({ metadata }) => metadata['account'] === person.id)!;

/** Deletes the rows that a restore has lost. */
async function lose(person: SignedIn): Promise<void> {
  const { sql: executor } = world.portal.test.database;
  await sql`delete from billing_customer where account_id = ${person.id}`.execute(executor);
  await sql`delete from subscription where account_id = ${person.id}`.execute(executor);
  await sql`delete from billing_event`.execute(executor);
}

async function lostPayer(): Promise<SignedIn> {
  const person = await world.portal.person();
  await subscribe(world, person);
  await lose(person);
  return person;
}

/** Runs the task that a restore makes due. */
async function adoptRecent(): Promise<void> {
  await sql`delete from timer where name = 'subscription.adoptRecent'`.execute(world.portal.test.database.sql);
  await world.portal.clock.advance(61_000);
  await settle(world);
}

test('gives a customer whom the database has lost premium at the next webhook [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const { url } = await person.api.call(createCheckout, { body: {} });
  await lose(person);
  await press(url, 'pay');
  await settle(world);
  expect(await isSubscribed(person)).toBe(true);
  expect(stripe.webhooks.statuses.every((status) => status === 200)).toBe(true);
  const { rows } = await sql`
    select actor_id from audit_log where action = 'subscription.adopt' and subject_id = ${person.id}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ actorId: null }]);
});

test('finds lost customers whose webhooks were all delivered before the restore [SUB-04] [SCALE-05]', async () => {
  const person = await lostPayer();
  expect(await isSubscribed(person)).toBe(false);
  await adoptRecent();
  expect(await isSubscribed(person)).toBe(true);
});

test('refuses a second plan for a lost customer who subscribes again at once [SUB-02] [SUB-04]', async () => {
  const person = await lostPayer();
  await expect(person.api.call(createCheckout, { body: {} })).rejects.toMatchObject({ status: 409 });
  expect(customersOf(person)).toHaveLength(1);
  expect(await isSubscribed(person)).toBe(true);
});

test('ends the plan of a lost customer whose account is deleted, and removes the name at Stripe [SUB-04] [SET-03]', async () => {
  const person = await lostPayer();
  const [customer, plan] = [customersOf(person)[0]!, planOf(person)];
  await person.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await settle(world);
  expect(plan.status).toBe('active');
  await adoptRecent();
  expect(plan.status).toBe('canceled');
  expect(customer).toMatchObject({ email: null, name: null, metadata: {} });
});

test('adopts a new customer before its checkout has stored it, and opens the checkout all the same [SUB-02] [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const held = Promise.withResolvers<void>();
  stripe.holdUntil(held.promise);
  const opening = person.api.call(createCheckout, { body: {} });
  const [customer] = await eventually(
    () => customersOf(person),
    (customers) => customers.length === 1,
  );
  stripe.holdUntil(null);
  const { sql: executor } = portal.test.database;
  await portal.app.jobs.enqueue(executor, ADOPT_JOB, { customerId: customer!.id });
  await portal.app.jobs.runDue();
  held.resolve();
  await press((await opening).url, 'pay');
  await settle(world);
  expect(customersOf(person)).toMatchObject([{ id: customer!.id, email: person.email }]);
  expect(await isSubscribed(person)).toBe(true);
});

test('adopts no customer of a missing account or of an account with another customer [SUB-04] [T20]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  await subscribe(world, person);
  const [own] = customersOf(person);
  const strangers = [
    stripe.ledger.addCustomer({ metadata: { account: crypto.randomUUID() } }),
    stripe.ledger.addCustomer({ metadata: { account: 'no account' } }),
    stripe.ledger.addCustomer({ metadata: {} }),
    stripe.ledger.addCustomer({ metadata: { account: person.id } }),
  ];
  await adoptRecent();
  const { rows } = await sql<{
    customerId: string;
  }>`select customer_id from billing_customer where customer_id = any(${[
    own!.id,
    ...strangers.map(({ id }) => id),
  ]})`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ customerId: own!.id }]);
  expect(portal.logged().filter((line) => line.includes('another Stripe customer'))).toEqual([]);

  // A second plan is money for nothing, so the operator must know.
  planOf(person).customer = strangers[3]!.id;
  await adoptRecent();
  expect(portal.logged().filter((line) => line.includes('another Stripe customer'))).toHaveLength(1);
});
