import { done } from '@trace/contract/kernel/endpoint';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { createCheckout, getSubscription } from '@trace/contract/subscription/subscription.api';
import { press, settle, startBillingPortal, subscribe, type BillingPortal } from '#testing/worlds/billing-world';
import { eventually } from '#testing/eventually';
import { signInAs, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

let world: BillingPortal;
beforeAll(async () => {
  world = await startBillingPortal();
});
afterEach(() => {
  Object.assign(world.stripe.webhooks.delivery, { repeat: 1, isHeld: false, secret: 'right', signedAt: 'now' });
});
afterAll(() => world.stop());

const plansAt = (person: SignedIn): Stripe.Subscription[] =>
  [...world.stripe.ledger.subscriptions.values()].filter(({ metadata }) => metadata['account'] === person.id);
const planOf = (person: SignedIn) => person.api.call(getSubscription, {});
const pass = (ms: number): void => world.portal.clock.set(new Date(world.portal.clock.now().getTime() + ms));
const signInAnew = async (person: SignedIn): Promise<SignedIn> => ({
  ...person,
  ...(await signInAs(world.portal.url, person.email)),
});

/** Returns the stored events of a person's customer. */
async function eventsOf(person: SignedIn): Promise<{ id: string; appliedAt: Date | null }[]> {
  const { rows } = await sql<{ id: string; appliedAt: Date | null }>`
    select e.id, e.applied_at from billing_event e join billing_customer using (customer_id)
    where account_id = ${person.id} order by seq`.execute(world.portal.test.database.sql);
  return rows;
}

async function changesOf(person: SignedIn): Promise<unknown[]> {
  const { rows } = await sql<{ details: { status: string } }>`
    select details from audit_log where subject_id = ${person.id} and action = 'subscription.change'
    order by created_at`.execute(world.portal.test.database.sql);
  return rows.map(({ details }) => details.status);
}

/** Returns the number of webhooks with this outcome since the server start. */
async function counted(outcome: string): Promise<number> {
  const { text } = await rawCall(world.portal, { path: '/metrics' });
  const line = new RegExp(`trace_payment_webhooks_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text);
  return Number(line?.[1] ?? 0);
}

/** A webhook by hand. */
function post(body: string, headers: Record<string, string>): Promise<RawAnswer> {
  return rawCall(world.portal, { method: 'POST', path: '/api/stripe/webhook', body, headers });
}

function sign(payload: string, offsetSec = 0): string {
  const { webhookSecret: secret } = world.stripe.settings;
  const timestamp = Math.floor(world.portal.clock.now().getTime() / 1_000) + offsetSec;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

async function customerOf(person: SignedIn): Promise<string> {
  await person.api.call(createCheckout, { body: {} });
  return [...world.stripe.ledger.customers.values()].find(({ metadata }) => metadata['account'] === person.id)!.id;
}

const eventFor = (customer: string, more: object = {}): string =>
  JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', customer, status: 'active' } },
    ...more,
  });

test.each([
  ['in order', false, 0],
  ['the newest first', true, 0],
  ['three days late, the newest first', true, 3 * DAY_MS],
])(
  'webhooks delivered ten times each, %s, apply once each and end in the state of Stripe [SUB-04]',
  async (_how, isReversed, lateMs) => {
    const { portal, stripe } = world;
    const person = await portal.person();
    const [stored, repeated, applied] = [await counted('stored'), await counted('repeated'), await counted('applied')];
    Object.assign(stripe.webhooks.delivery, { isHeld: true, repeat: 10 });
    await press((await person.api.call(createCheckout, { body: {} })).url, 'pay');
    const [plan] = plansAt(person);
    stripe.ledger.cancelAtPeriodEnd(plan!, true);
    stripe.ledger.cancelAtPeriodEnd(plan!, false);
    stripe.ledger.cancelAtPeriodEnd(plan!, true);
    pass(lateMs);
    stripe.webhooks.delivery.isHeld = false;
    await stripe.webhooks.release({ isReversed });
    await settle(world);
    const events = await eventsOf(person);
    expect(events).toHaveLength(6);
    expect(events.every(({ appliedAt }) => appliedAt !== null)).toBe(true);
    expect([await counted('stored'), await counted('repeated'), await counted('applied')]).toEqual([
      stored + 6,
      repeated + 54,
      applied + 6,
    ]);
    expect(await changesOf(person)).toEqual(['active']);
    const now = lateMs === 0 ? person : await signInAnew(person);
    const endsAt = new Date(plan!.items.data[0]!.current_period_end * 1_000).toISOString();
    expect(await planOf(now)).toMatchObject({ subscribed: true, renews: false, endsAt });
  },
);

test('an end delivered before the beginning still ends the plan [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  stripe.webhooks.delivery.isHeld = true;
  await press((await person.api.call(createCheckout, { body: {} })).url, 'pay');
  stripe.ledger.endNow(plansAt(person)[0]!);
  await stripe.webhooks.release({ isReversed: true });
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: false });
  expect(await changesOf(person)).toEqual(['canceled']);
});

test('a stale answer does not overwrite a newer answer [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  await subscribe(world, person);
  const [plan] = plansAt(person);
  const held = Promise.withResolvers<void>();
  const asked = stripe.requests.length;
  stripe.holdUntil(held.promise);
  stripe.ledger.cancelAtPeriodEnd(plan!, true);
  await eventually(
    () => stripe.requests.length,
    (length) => length > asked,
  );
  // The first reader waits for an answer that says that the plan ends later. Meanwhile the plan ends now.
  stripe.holdUntil(null);
  stripe.ledger.endNow(plan!);
  await eventually(
    () => planOf(person),
    ({ subscribed }) => !subscribed,
  );
  held.resolve();
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: false });
  expect((await eventsOf(person)).every(({ appliedAt }) => appliedAt !== null)).toBe(true);
});

test('a server killed between storing and applying an event applies the event once after restart [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const { url } = await person.api.call(createCheckout, { body: {} });
  await portal.app.jobs.stop();
  stripe.webhooks.delivery.isHeld = true;
  await press(url, 'pay');
  await stripe.webhooks.release();
  const waiting = await eventsOf(person);
  expect(waiting).toHaveLength(3);
  expect(waiting.every(({ appliedAt }) => appliedAt === null)).toBe(true);
  // Leaves the jobs as a killed worker would: leased and unfinished.
  const leasedUntil = new Date(portal.clock.now().getTime() + 30_000);
  await sql`
    update job set lease = gen_random_uuid(), leased_until = ${leasedUntil}, attempts = 1
    where name = 'subscription.read'`.execute(portal.test.database.sql);
  expect((await planOf(person)).subscribed).toBe(false);
  await portal.app.jobs.start();
  await portal.clock.advance(31_000);
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true });
  expect((await eventsOf(person)).every(({ appliedAt }) => appliedAt !== null)).toBe(true);
  expect(await changesOf(person)).toEqual(['active']);
});

test.each([
  ['a wrong signature', { secret: 'wrong' }],
  ['an old time', { signedAt: 'old' }],
  ['a future time', { signedAt: 'future' }],
] as const)('refuses a webhook with %s and changes no state [SUB-04] [T20]', async (_what, how) => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const refused = await counted('refused');
  Object.assign(stripe.webhooks.delivery, how);
  const { url } = await person.api.call(createCheckout, { body: {} });
  const answered = stripe.webhooks.statuses.length;
  await press(url, 'pay');
  await settle(world);
  expect(stripe.webhooks.statuses.slice(answered)).toEqual([400, 400, 400]);
  expect(await eventsOf(person)).toEqual([]);
  expect((await planOf(person)).subscribed).toBe(false);
  expect(await counted('refused')).toBe(refused + 3);
});

test('strangers who send unsigned webhooks fill no log [SUB-04]', async () => {
  const rejections = () => world.portal.logged().filter((line) => line.includes('webhook rejected')).length;
  pass(2 * MINUTE_MS);
  const before = rejections();
  for (const body of ['{}', '[]', '""']) expect((await post(body, {})).status).toBe(400);
  expect(rejections()).toBe(before + 1);
  pass(2 * MINUTE_MS);
  await post('{}', {});
  expect(rejections()).toBe(before + 2);
});

test('accepts a signature for 300 seconds in both directions [SUB-04]', async () => {
  const body = eventFor(await customerOf(await world.portal.person()));
  const answers = await Promise.all(
    [-301, -300, 0, 300, 301].map((offset) => post(body, { 'stripe-signature': sign(body, offset) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 200, 400]);
  expect(answers[2]!.json).toEqual(done);
});

test('refuses a webhook that is not signed byte for byte, even from a signed-in user [SUB-04] [T20]', async () => {
  const { portal } = world;
  const person = await portal.person();
  const customer = await customerOf(person);
  const [body, other] = [eventFor(customer), eventFor(customer)];
  const now = Math.floor(portal.clock.now().getTime() / 1_000);
  const future = sign(body, 5_000);
  const cases: [string, string, string | undefined][] = [
    ['nothing', body, undefined],
    ['an empty header', body, ''],
    ['words', body, 'javascript:alert(1) 🚲 '.trim().replace(/[^ -~]/gu, '?')],
    ['a time alone', body, `t=${now}`],
    ['the signature of another body', other, sign(body)],
    ['a blank more', `${body} `, sign(body)],
    ['another scheme', body, sign(body).replace('v1=', 'v0=')],
    ['a time before the future one', body, `t=${now},${future}`],
    ['a time after the signed one', body, `${future},t=${now}`],
    ['no JSON', 'not json', sign('not json')],
    ['no event', '[]', sign('[]')],
  ];
  for (const [what, sent, signature] of cases) {
    const headers = { 'content-type': 'application/json', cookie: person.cookie };
    const answer = await post(sent, signature === undefined ? headers : { ...headers, 'stripe-signature': signature });
    expect([what, answer.status]).toEqual([what, 400]);
    expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: 'headers.stripe-signature' });
  }
  expect(await eventsOf(person)).toEqual([]);
});

test('a body that is too large, of another kind or for an unknown customer has no effect [SUB-04]', async () => {
  const json = { 'content-type': 'application/json' };
  const huge = ' '.repeat(1024 * 1024 + 1);
  expect((await post(huge, { ...json, 'stripe-signature': sign(huge) })).status).toBe(413);
  const body = eventFor('cus_of_somebody_else');
  expect((await post(body, { 'content-type': 'text/plain', 'stripe-signature': sign(body) })).status).toBe(415);
  const person = await world.portal.person();
  const customer = await customerOf(person);
  const ignored = [
    body,
    eventFor(customer, { type: 'customer.updated' }),
    eventFor(customer, { data: { object: { object: 'subscription' } } }),
  ];
  const [before, unmatched] = [await counted('ignored'), await counted('unmatched')];
  for (const one of ignored) expect((await post(one, { ...json, 'stripe-signature': sign(one) })).json).toEqual(done);
  expect(await counted('ignored')).toBe(before + 2);
  expect(await counted('unmatched')).toBe(unmatched + 1);
  await settle(world);
  expect(await eventsOf(person)).toEqual([]);
});

test('reads the plan from Stripe instead of trusting the content of an event [SUB-04]', async () => {
  const person = await world.portal.person();
  const body = eventFor(await customerOf(person));
  const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) };
  expect((await post(body, headers)).status).toBe(200);
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: false });
  expect((await eventsOf(person)).every(({ appliedAt }) => appliedAt !== null)).toBe(true);
});

test('events wait while Stripe is down and apply when Stripe is back [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await portal.person();
  const { url } = await person.api.call(createCheckout, { body: {} });
  stripe.fail({ how: 500, on: 'GET /v1/subscriptions' });
  await press(url, 'pay');
  await settle(world);
  expect(stripe.webhooks.statuses.at(-1)).toBe(200);
  expect((await planOf(person)).subscribed).toBe(false);
  stripe.fail(null);
  await portal.clock.advance(6_000);
  await settle(world);
  expect((await planOf(person)).subscribed).toBe(true);
});

test('no table and no metrics answer contains a secret [SUB-04]', async () => {
  const { portal, stripe } = world;
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(t::text, ' '), '') as text from (
      select billing_customer::text from billing_customer union all select billing_event::text from billing_event
      union all select audit_log::text from audit_log union all select job::text from job
      union all select outbox::text from outbox union all select mail::text from mail) as all_rows (t)`.execute(
    portal.test.database.sql,
  );
  expect(rows[0]!.text).toContain('cus_');
  const { text: metrics } = await rawCall(portal, { path: '/metrics' });
  for (const secret of [stripe.settings.secretKey, stripe.settings.webhookSecret])
    for (const place of [rows[0]!.text, metrics]) expect(place).not.toContain(secret);
});
