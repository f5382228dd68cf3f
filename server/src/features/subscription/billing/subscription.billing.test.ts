import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { ApiError } from '@trace/contract/kernel/client';
import { recipientRows } from '@trace/contract/privacy/privacy.lists.texts';
import {
  checkSubscription,
  createCheckout,
  getSubscription,
  listReceipts,
  openCustomerPortal,
} from '@trace/contract/subscription/subscription.api';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { press, settle, startBillingPortal, subscribe, type BillingPortal } from '#testing/worlds/billing-world';
import { eventually } from '#testing/eventually';
import { signInAs, startPortal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';

// Covers the actions of a user: subscribe, view payments, change the plan. Time and failures have separate tests.
let world: BillingPortal;
beforeAll(async () => {
  world = await startBillingPortal();
});
afterEach(() => {
  world.stripe.fail(null);
  world.stripe.configureBillingPortal(true);
});
afterAll(() => world.stop());

const planOf = (person: SignedIn): Promise<Subscription> => person.api.call(getSubscription, {});
const checkout = async (person: SignedIn): Promise<string> => (await person.api.call(createCheckout, { body: {} })).url;
const portalOf = async (person: SignedIn): Promise<string> =>
  (await person.api.call(openCustomerPortal, { body: {} })).url;
const refusalOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: ApiError) => error,
  );
const inDays = (days: number): string => new Date(world.portal.clock.now().getTime() + days * DAY_MS).toISOString();
const asked = (what: string): number => world.stripe.requests.filter((request) => request === what).length;
const plansAt = (person: SignedIn) =>
  [...world.stripe.ledger.subscriptions.values()].filter(({ metadata }) => metadata['account'] === person.id);
const customersAt = (person: SignedIn) =>
  [...world.stripe.ledger.customers.values()].filter(({ metadata }) => metadata['account'] === person.id);

const PRICE = { amount: 2_000, currency: 'aud', interval: 'month' };

test('a user pays, gets premium on an open page, cancels, and keeps premium until the end [SUB-01] [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const free = { subscribed: false, tier: 'free', endsAt: null, billing: 'on', renews: false, paymentTrouble: null };
  expect(await planOf(person)).toEqual({ ...free, manageable: false, price: PRICE });
  const stream = await openStream(portal, person);

  const url = await checkout(person);
  expect(new URL(url).host).toBe(stripe.host);
  expect((await planOf(person)).subscribed).toBe(false);
  expect(await press(url, 'decline')).toBeNull();
  expect(await press(url, 'pay')).toBe(`${portal.url}/user?checkout=done`);
  await settle(world);
  const renewsAt = '2026-04-02T00:00:00.000Z';
  const premium = { subscribed: true, tier: 'premium', endsAt: renewsAt, renews: true, manageable: true };
  expect(await planOf(person)).toMatchObject(premium);
  expect((await stream.until<Subscription>('subscription')).at(-1)).toMatchObject(premium);
  expect(await person.api.call(checkSubscription, { body: { email: person.email } })).toEqual({
    subscribed: true,
    subscription_tier: 'premium',
    subscription_end: renewsAt,
  });

  const manage = await portalOf(person);
  expect(await press(manage, 'return')).toBe(`${portal.url}/user`);
  await press(manage, 'cancel');
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true, endsAt: renewsAt, renews: false });
  await press(manage, 'resume');
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true, renews: true });
  await press(manage, 'cancel');
  await settle(world);

  stream.close();
  portal.clock.set(new Date(Date.parse(renewsAt) - 1));
  const late = { ...person, ...(await signInAs(portal.url, person.email)) };
  expect((await planOf(late)).subscribed).toBe(true);
  portal.clock.set(new Date(renewsAt));
  expect(await planOf(late)).toMatchObject({ subscribed: false, endsAt: null, manageable: true });
  stripe.ledger.catchUp();
  await settle(world);
  expect(await planOf(late)).toMatchObject({ subscribed: false, paymentTrouble: null });
  const mails = (await portal.app.mail.listRecent(50)).filter(
    ({ recipient, subject }) => recipient === person.email && !subject.startsWith('New sign-in'),
  );
  expect(mails.map(({ subject }) => subject)).toEqual(['Your premium plan has ended']);
});

test('a running plan keeps its own price when new plans cost more [SUB-06]', async () => {
  const { portal } = world;
  const person = await portal.person();
  await subscribe(world, person);
  const [plan] = plansAt(person);
  const [item] = plan!.items.data;
  Object.assign(item!, { price: { ...item!.price, unit_amount: 1_500 } });
  portal.clock.set(new Date(portal.clock.now().getTime() + 6_000));
  await person.api.call(checkSubscription, { body: {} });
  expect((await planOf(person)).price).toEqual({ ...PRICE, amount: 1_500 });
  expect((await planOf(await portal.person())).price).toEqual(PRICE);
});

test('creates a subscription at our price for our customer, with no data that the privacy policy leaves out [SUB-04] [LAND-06]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  await checkout(person);
  const session = [...stripe.ledger.sessions.values()].at(-1)!;
  expect(session).toMatchObject({
    mode: 'subscription',
    client_reference_id: person.id,
    metadata: { account: person.id },
    cancel_url: `${portal.url}/user?checkout=cancelled`,
  });
  const [customer] = customersAt(person);
  expect(customer).toMatchObject({ id: session.customer, email: person.email, metadata: { account: person.id } });
  expect(customer!.name).not.toBe('');
  expect(recipientRows.find(([name]) => name === 'Payments')![1]).toContain(
    'your name, your email address and the number of your account',
  );
  expect([...stripe.versions]).toEqual(['2026-10-28.endive']);
});

test('concurrent clicks create a single customer, checkout and plan [SUB-02]', async () => {
  const { portal } = world;
  const person = await portal.person();
  const urls = await Promise.all([checkout(person), checkout(person), checkout(person)]);
  expect(new Set(urls).size).toBe(1);
  // A later click, also in another tab, opens the same page.
  expect(await checkout(person)).toBe(urls[0]);
  portal.clock.set(new Date(portal.clock.now().getTime() + 20 * 60_000));
  expect(await checkout(person)).toBe(urls[0]);
  expect(customersAt(person)).toHaveLength(1);
  await press(urls[0], 'pay');
  expect(await press(urls[0], 'pay')).toBeNull();
  await settle(world);
  expect(plansAt(person)).toHaveLength(1);
  expect((await refusalOf(checkout(person))).refusal).toMatchObject({
    code: 'conflict',
    message: 'You already have a subscription. See Manage Subscription.',
  });
});

test('a payment with lost webhooks still gives premium and prevents a second payment [SUB-02] [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  stripe.webhooks.delivery.isHeld = true;
  await press(await checkout(person), 'pay');
  expect((await planOf(person)).subscribed).toBe(false);
  expect((await refusalOf(checkout(person))).refusal).toMatchObject({ code: 'conflict' });
  expect((await planOf(person)).subscribed).toBe(true);
  stripe.webhooks.delivery.isHeld = false;
  await stripe.webhooks.release();
  await settle(world);
});

test('refuses a second plan when the user pays while another checkout is being opened [SUB-02] [SUB-04]', async () => {
  const { stripe } = world;
  const person = await world.portal.person();
  const url = await checkout(person);
  const release = Promise.withResolvers<void>();
  stripe.webhooks.delivery.isHeld = true;
  const before = asked('GET /v1/subscriptions');
  stripe.holdUntil(release.promise);
  const second = refusalOf(checkout(person));
  await eventually(
    () => asked('GET /v1/subscriptions'),
    (count) => count > before,
  );
  await press(url, 'pay');
  stripe.holdUntil(null);
  release.resolve();
  expect((await second).refusal).toMatchObject({ code: 'conflict' });
  stripe.webhooks.delivery.isHeld = false;
  await stripe.webhooks.release();
  await settle(world);
  expect(plansAt(person)).toHaveLength(1);
});

test('opens a new checkout after an expired checkout or a cancelled plan, also on the same day [SUB-02]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const first = await checkout(person);
  portal.clock.set(new Date(portal.clock.now().getTime() + DAY_MS));
  const second = await checkout((Object.assign(person, await signInAs(portal.url, person.email)), person));
  expect(second).not.toBe(first);
  await press(second, 'pay');
  await settle(world);
  stripe.ledger.endNow(plansAt(person)[0]!);
  await settle(world);
  expect((await planOf(person)).subscribed).toBe(false);
  const third = await checkout(person);
  expect(new Set([first, second, third]).size).toBe(3);
  await press(third, 'pay');
  await settle(world);
  expect((await planOf(person)).subscribed).toBe(true);
  expect(customersAt(person)).toHaveLength(1);
});

test('refuses billing calls for another person, and purchases by staff [FN-01] [T19] [T20]', async () => {
  const { portal, stripe } = world;
  const [payer, other, staff] = [await portal.person(), await portal.person(), await portal.person({ role: 'staff' })];
  await subscribe(world, payer);
  const before = stripe.requests.length;
  for (const body of [{ email: payer.email }, { userId: payer.id }, { email: 'someone@example.com' }]) {
    const path = '/functions/v1/check-subscription';
    const answer = await rawCall(portal, { method: 'POST', path, person: other, body });
    expect([answer.status, refusalIn(answer).field]).toEqual([403, `body.${Object.keys(body)[0]}`]);
  }
  for (const path of ['/functions/v1/create-checkout', '/functions/v1/customer-portal']) {
    const answer = await rawCall(portal, { method: 'POST', path, person: other, body: { email: payer.email } });
    expect([answer.status, refusalIn(answer).code]).toEqual([403, 'forbidden']);
    expect((await rawCall(portal, { method: 'POST', path, body: { email: payer.email } })).status).toBe(401);
    expect((await rawCall(portal, { method: 'POST', path, person: staff, body: {} })).status).toBe(403);
  }
  expect((await refusalOf(portalOf(other))).refusal).toMatchObject({
    code: 'not_found',
    message: 'You have no subscription to manage yet.',
  });
  expect(await other.api.call(listReceipts, { query: { limit: 12 } })).toEqual({ receipts: [], next: null });
  expect(stripe.requests).toHaveLength(before);
  const own = { email: ` ${payer.email.toUpperCase()} `, userId: payer.id };
  expect(await payer.api.call(checkSubscription, { body: own })).toMatchObject({ subscribed: true });
});

test.each([
  ['a price', { price: 'price_cheap' }],
  ['an amount', { amount: 1 }],
  ['a customer', { customer: 'cus_other' }],
  ['where to go afterwards', { success_url: 'https://evil.example' }],
  ['premium itself', { subscribed: true }],
  ['an address that is none', { email: 7 }],
  ['an address without end', { email: `${'a'.repeat(300)}@example.com` }],
  ['a script', { email: 'javascript:alert(1)' }],
  ['signs of another script', { email: '\u202e🚲@example.com' }],
])('refuses %s from a browser without a call to the payment service [SUB-04]', async (_what, body) => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const before = stripe.requests.length;
  const answer = await rawCall(portal, { method: 'POST', path: '/functions/v1/create-checkout', person, body });
  expect([400, 403]).toContain(answer.status);
  expect(stripe.requests).toHaveLength(before);
  expect((await planOf(person)).subscribed).toBe(false);
});

test('checkout and customer portal lead an installer back to the area of installers [SUB-02]', async () => {
  const { portal } = world;
  const installer = await portal.person({ role: 'installer' });
  expect(await press(await checkout(installer), 'pay')).toBe(`${portal.url}/installer?checkout=done`);
  expect(await press(await portalOf(installer), 'return')).toBe(`${portal.url}/installer`);
});

test('returning from an unpaid checkout gives no premium [SUB-04]', async () => {
  const person = await world.portal.person();
  const url = await checkout(person);
  expect(await press(url, 'close')).toBe(`${world.portal.url}/user?checkout=cancelled`);
  await fetch(`${world.portal.url}/user?checkout=done&session_id=cs_test_1`, { headers: { cookie: person.cookie } });
  await settle(world);
  expect(await person.api.call(checkSubscription, { body: {} })).toEqual({
    subscribed: false,
    subscription_tier: 'free',
    subscription_end: null,
  });
});

test('lists own receipts only, newest first, in pages, on hosts of the payment service [SUB-06]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  await subscribe(world, person);
  for (let month = 0; month < 3; month += 1) {
    portal.clock.set(new Date(portal.clock.now().getTime() + 31 * DAY_MS));
    stripe.ledger.catchUp();
  }
  await settle(world);
  Object.assign(person, await signInAs(portal.url, person.email));
  const first = await person.api.call(listReceipts, { query: { limit: 3 } });
  const rest = await person.api.call(listReceipts, { query: { limit: 3, after: first.next! } });
  const all = [...first.receipts, ...rest.receipts];
  expect([first.receipts.length, rest.receipts.length, rest.next]).toEqual([3, 1, null]);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  for (const receipt of all) {
    expect(receipt).toMatchObject({ amount: 2_000, currency: 'aud', status: 'paid' });
    expect(new URL(receipt.url!).host).toBe(stripe.host);
  }
  const other = await portal.person();
  await subscribe(world, other);
  const stolen = await refusalOf(other.api.call(listReceipts, { query: { limit: 3, after: first.next! } }));
  expect(stolen.refusal).toMatchObject({ code: 'unavailable' });
  const stranger = [...stripe.ledger.invoices.values()].at(-1)!;
  stranger.hosted_invoice_url = 'https://invoice.stripe.com.evil.example/i/1';
  expect((await other.api.call(listReceipts, { query: { limit: 3 } })).receipts[0]!.url).toBeNull();
});

test('refuses to open a payment page on an unknown host [SUB-02] [T69]', async () => {
  const person = await world.portal.person();
  world.stripe.fail({ how: 'strange-host', on: 'POST /v1/checkout' });
  expect((await refusalOf(checkout(person))).refusal).toMatchObject({
    code: 'unavailable',
    message: 'No checkout URL received',
  });
  world.stripe.fail(null);
  await checkout(person);
  world.stripe.fail({ how: 'strange-host', on: 'POST /v1/billing_portal' });
  expect((await refusalOf(portalOf(person))).refusal).toMatchObject({ code: 'unavailable' });
});

test.each(['POST /v1/customers', 'POST /v1/checkout'])(
  'the next click works after an error at %s, which Stripe keeps under its key [SUB-02]',
  async (on) => {
    const person = await world.portal.person();
    world.stripe.fail({ how: 500, on, times: 1 });
    expect((await refusalOf(checkout(person))).refusal).toMatchObject({
      code: 'unavailable',
      message: 'An unexpected error occurred. Please try again.',
    });
    await checkout(person);
    expect(customersAt(person)).toHaveLength(1);
  },
);

test('reports an unconfigured customer portal in plain words [SUB-02]', async () => {
  const person = await world.portal.person();
  await checkout(person);
  world.stripe.configureBillingPortal(false);
  expect((await refusalOf(portalOf(person))).refusal).toMatchObject({
    code: 'unavailable',
    message: 'An unexpected error occurred. Please try again.',
  });
});

test('a customer that Stripe does not know has nothing to manage, and the next checkout replaces it [SUB-04]', async () => {
  const { portal } = world;
  const person = await portal.person();
  await sql`
    insert into billing_customer (account_id, customer_id, checkout_id, plan_id, plan_status)
    values (${person.id}, 'cus_of_the_test_keys', 'cs_1', 'sub_1', 'canceled')`.execute(portal.test.database.sql);
  expect((await refusalOf(portalOf(person))).refusal).toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/^The payment service has no record of you/),
  });
  expect(await person.api.call(listReceipts, { query: { limit: 12 } })).toEqual({ receipts: [], next: null });
  await subscribe(world, person);
  expect(await planOf(person)).toMatchObject({ subscribed: true });
  expect(customersAt(person)).toHaveLength(1);
});

test('a changed email address neither moves nor loses a plan [SUB-04]', async () => {
  const { portal } = world;
  const person = await portal.person();
  await subscribe(world, person);
  await sql`update person set email = 'moved@example.com' where id = ${person.id}`.execute(portal.test.database.sql);
  const names = { firstName: 'New', lastName: 'Person', timeZone: 'UTC' };
  const next = await portal.app.auth.createAccount({
    email: person.email,
    password: 'Harbour-2026-bridge',
    role: 'user',
    ...names,
  });
  const heir = await signInAs(portal.url, person.email);
  const moved = await signInAs(portal.url, 'moved@example.com');
  const check = { body: {} };
  expect(await heir.api.call(checkSubscription, check)).toMatchObject({ subscribed: false });
  expect(await moved.api.call(checkSubscription, check)).toMatchObject({ subscribed: true });
  await settle(world);
  expect(await portal.app.subscription.isPremium(next)).toBe(false);
  expect(await portal.app.subscription.isPremium(person.id)).toBe(true);
  expect(customersAt(person)).toHaveLength(1);
});

test('granted premium and paid premium apply side by side [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person({ premium: true });
  await subscribe(world, person);
  stripe.ledger.endNow(plansAt(person)[0]!);
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true, renews: false, endsAt: inDays(30) });
  const [mail] = (await portal.app.mail.listRecent(50)).filter(
    ({ recipient, subject }) => recipient === person.email && subject === 'Your premium plan has ended',
  );
  expect(mail!.text).toMatch(/Your account keeps premium until \d+ \w+ 2026\./);
  expect(mail!.text).not.toContain('free plan');
  await portal.app.subscription.grant({ accountId: person.id, until: portal.clock.now(), source: 'staff' });
  expect(await planOf(person)).toMatchObject({ subscribed: false });
});

test('audits each opened checkout, each opened portal and each change of a plan [SUB-04]', async () => {
  const { portal } = world;
  const person = await portal.person();
  await subscribe(world, person);
  await portalOf(person);
  const { rows } = await sql<{ action: string; actorId: string | null; details: object }>`
    select action, actor_id, details from audit_log
    where subject_id = ${person.id} and action like 'subscription.%' order by created_at, action`.execute(
    portal.test.database.sql,
  );
  expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['subscription.checkout', person.id],
    ['subscription.change', null],
    ['subscription.portal', person.id],
  ]);
  expect(asked('POST /v1/customers')).toBeGreaterThan(0);
});

test('reports billing as off when no keys are configured [SUB-04]', async () => {
  const portal = await startPortal();
  try {
    const person = await portal.person();
    expect(await planOf(person)).toMatchObject({ subscribed: false, billing: 'off', manageable: false, price: PRICE });
    for (const call of [checkout, portalOf])
      expect((await refusalOf(call(person))).refusal).toMatchObject({
        code: 'unavailable',
        message: 'Subscriptions are not available because billing is not set up on this portal. Contact its operator.',
      });
    expect(await person.api.call(listReceipts, { query: { limit: 12 } })).toEqual({ receipts: [], next: null });
    expect(await person.api.call(checkSubscription, { body: {} })).toMatchObject({ subscribed: false });
    const webhook = { method: 'POST', path: '/api/stripe/webhook', body: {} };
    expect((await rawCall(portal, webhook)).status).toBe(503);
  } finally {
    await portal.stop();
  }
});
