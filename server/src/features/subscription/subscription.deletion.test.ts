import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { createCheckout } from '@trace/contract/subscription/subscription.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { makeCompany } from '#testing/worlds/company-world';
import { idIn } from '@trace/stand-ins/payments/stand-in.objects';
import { press, settle, startBillingPortal, subscribe, type BillingPortal } from '#testing/worlds/billing-world';
import type { SignedIn } from '#testing/portal';

let world: BillingPortal;
beforeAll(async () => {
  world = await startBillingPortal();
});
afterEach(() => world.stripe.fail(null));
afterAll(() => world.stop());

const planAt = (person: SignedIn): Stripe.Subscription =>
  [...world.stripe.ledger.subscriptions.values()].find(({ metadata }) => metadata['account'] === person.id)!;
const isPremium = (person: SignedIn): Promise<boolean> => world.portal.app.subscription.isPremium(person.id);
const leave = (person: SignedIn) => person.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });

async function payer(): Promise<SignedIn> {
  const person = await world.portal.person();
  await subscribe(world, person);
  return person;
}

test('deleting the account ends the plan and keeps payments without a name [SET-03]', async () => {
  const { portal, stripe } = world;
  const person = await payer();
  const plan = planAt(person);
  await leave(person);
  await settle(world);
  expect(plan.status).toBe('canceled');
  expect(stripe.ledger.customers.get(idIn(plan.customer))).toMatchObject({ email: null, name: null, metadata: {} });
  const { rows } = await sql<{ accountId: string | null; planStatus: string }>`
    select account_id, plan_status from billing_customer where customer_id = ${idIn(plan.customer)}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ accountId: null, planStatus: 'canceled' }]);
  expect([...stripe.ledger.invoices.values()].filter(({ customer }) => customer === plan.customer)).toHaveLength(1);
  const mails = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === person.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Trace account has been deleted']);
});

test('deletes an account while Stripe is down and ends the plan when Stripe is back [SET-03]', async () => {
  const { portal, stripe } = world;
  const person = await payer();
  const plan = planAt(person);
  stripe.fail({ how: 500, on: 'DELETE /v1/subscriptions' });
  await leave(person);
  expect(plan.status).toBe('active');
  stripe.fail(null);
  await portal.clock.advance(10_000);
  await settle(world);
  expect(plan.status).toBe('canceled');
});

test('deleting the account closes an open checkout and ends a plan that was paid meanwhile [SET-03]', async () => {
  const { portal, stripe } = world;
  const [first, second] = [await portal.person(), await portal.person()];
  const { url } = await first.api.call(createCheckout, { body: {} });
  await leave(first);
  await settle(world);
  expect(await press(url, 'pay')).toBeNull();
  expect(planAt(first)).toBeUndefined();

  // Stripe is away while the account ends, and the page is paid meanwhile.
  const late = (await second.api.call(createCheckout, { body: {} })).url;
  stripe.fail({ how: 500, on: 'GET /v1/checkout' });
  await leave(second);
  await press(late, 'pay');
  expect(planAt(second).status).toBe('active');
  stripe.fail(null);
  await portal.clock.advance(60_000);
  await settle(world);
  expect(planAt(second).status).toBe('canceled');
});

test('a refused deletion keeps the plan [SET-03]', async () => {
  const { portal } = world;
  const owner = await portal.person({ role: 'installer' });
  await subscribe(world, owner);
  await makeCompany(portal, owner);
  await expect(leave(owner)).rejects.toMatchObject({
    status: 409,
  });
  expect(planAt(owner).status).toBe('active');
  expect(await isPremium(owner)).toBe(true);
});

test('keeps the plan when the deletion fails [SET-03]', async () => {
  const { portal } = world;
  const person = await payer();
  const { sql: executor } = portal.test.database;
  await sql`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'disk full'; end $$`.execute(executor);
  await sql`create trigger refuse_deletion before delete on person execute function refuse_deletion()`.execute(
    executor,
  );
  await expect(leave(person)).rejects.toMatchObject({ status: 500 });
  await sql`drop function refuse_deletion cascade`.execute(executor);
  await settle(world);
  expect(planAt(person).status).toBe('active');
  expect(await isPremium(person)).toBe(true);
});

test('removes the name of a former user at Stripe each day until it succeeds, even without a plan [SET-03]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  await person.api.call(createCheckout, { body: {} });
  const customer = [...stripe.ledger.customers.values()].find(({ metadata }) => metadata['account'] === person.id)!;
  stripe.fail({ how: 500, on: 'POST /v1/customers' });
  await leave(person);
  await settle(world);
  // The job has given up.
  await sql`delete from job where name = 'subscription.read'`.execute(portal.test.database.sql);
  stripe.fail(null);
  expect(customer.email).toBe(person.email);
  portal.clock.set(new Date(portal.clock.now().getTime() + 5 * DAY_MS));
  await portal.clock.advance(61_000);
  await settle(world);
  expect(customer).toMatchObject({ email: null, name: null, metadata: {} });
});
