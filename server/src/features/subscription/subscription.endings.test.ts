import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import {
  checkSubscription,
  createCheckout,
  getSubscription,
  openCustomerPortal,
} from '@trace/contract/subscription/subscription.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { idIn } from '@trace/stand-ins/payments/stand-in.objects';
import { press, settle, startBillingPortal, subscribe, type BillingPortal } from '#testing/worlds/billing-world';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { signInAs, type SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';

// Covers the effects of time and a card on a plan. Time passes at once: the clock is set, and Stripe
// catches up.
let world: BillingPortal;
beforeAll(async () => {
  world = await startBillingPortal();
});
afterEach(() => {
  world.stripe.fail(null);
  world.stripe.ledger.settings.afterLastTry = 'canceled';
  world.stripe.webhooks.delivery.isHeld = false;
});
afterAll(() => world.stop());

const planAt = (person: SignedIn): Stripe.Subscription =>
  [...world.stripe.ledger.subscriptions.values()].find(({ metadata }) => metadata['account'] === person.id)!;
const endOf = (person: SignedIn): number => planAt(person).items.data[0]!.current_period_end * 1_000;
const planOf = (person: SignedIn) => person.api.call(getSubscription, {});
const isPremium = (person: SignedIn): Promise<boolean> => world.portal.app.subscription.isPremium(person.id);

/** Sets the clock, and lets Stripe process and publish all due events. */
async function goTo(ms: number): Promise<void> {
  world.portal.clock.set(new Date(ms));
  world.stripe.ledger.catchUp();
  await settle(world);
}

/** Fires the timers of a minute and runs the jobs that the timers enqueue. */
async function minute(): Promise<void> {
  await world.portal.clock.advance(61_000);
  await world.portal.app.jobs.runDue();
}

const signInAnew = async (person: SignedIn): Promise<SignedIn> => ({
  ...person,
  ...(await signInAs(world.portal.url, person.email)),
});

async function mailsTo(person: SignedIn): Promise<string[]> {
  const mails = await world.portal.app.mail.listRecent(200);
  const about = /premium|account/i;
  return mails
    .filter(
      ({ recipient, subject }) =>
        recipient === person.email && about.test(subject) && !subject.startsWith('New sign-in'),
    )
    .map(({ subject }) => subject);
}

async function payer(): Promise<SignedIn> {
  const person = await world.portal.person();
  await subscribe(world, person);
  return person;
}

/** A person whose card has failed at the renewal. */
async function inGrace(): Promise<SignedIn> {
  const person = await payer();
  world.stripe.ledger.changeCard(idIn(planAt(person).customer), false);
  await goTo(endOf(person));
  return signInAnew(person);
}

test('a failed payment keeps premium during retries, then ends premium on an open stream within a second [SUB-05]', async () => {
  const { portal, stripe } = world;
  const person = await inGrace();
  const failedAt = portal.clock.now().getTime();
  const nextTryAt = new Date(failedAt + 3 * DAY_MS).toISOString();
  expect(await planOf(person)).toMatchObject({ subscribed: true, renews: true, paymentTrouble: { nextTryAt } });
  await goTo(failedAt + 3 * DAY_MS);
  await goTo(failedAt + 5 * DAY_MS);
  expect(await isPremium(person)).toBe(true);
  expect(await mailsTo(person)).toEqual(['Your payment for Trace Premium failed']);

  portal.clock.set(new Date(failedAt + 7 * DAY_MS - 60_000));
  const now = await signInAnew(person);
  const device = await assignedDevice(portal, await portal.person({ role: 'installer' }), now);
  const stream = await openStream(portal, now);
  const following = now.api.call(startLive, { params: { serial: device.serial }, body: { viewerId: randomUUID() } });
  const commands = () => device.commands().map(({ command }) => command);
  await eventually(commands, (sent) => sent.includes('enableLiveGps'));
  await device.answer(
    device.commands().find(({ command }) => command === 'enableLiveGps')!,
    { success: true },
  );
  await following;
  const seen = (): number => stream.of<Position>('position').length;
  await device.say('location', { lat: 1, lng: 10 });
  await eventually(seen, (count) => count === 1);

  await goTo(failedAt + 7 * DAY_MS);
  await eventually(
    () => stream.of<{ subscribed: boolean }>('subscription').at(-1),
    (newest) => newest?.subscribed === false,
  );
  await portal.clock.advance(1_000);
  await device.say('location', { lat: 2, lng: 10 });
  await portal.clock.advance(5_000);
  await eventually(commands, (sent) => sent.includes('disableLiveGps'));
  expect(seen()).toBe(1);
  expect(stream.isOver()).toBe(false);
  expect(planAt(person).status).toBe('canceled');
  expect(await planOf(now)).toMatchObject({ subscribed: false, endsAt: null, paymentTrouble: null });
  expect(await mailsTo(person)).toEqual(['Your premium plan has ended', 'Your payment for Trace Premium failed']);
  const [ended] = (await portal.app.mail.listRecent(200)).filter(
    ({ recipient, subject }) => recipient === person.email && subject === 'Your premium plan has ended',
  );
  expect(ended!.text).toContain('a panic tells none of your contacts');
  expect(stripe.webhooks.statuses.every((status) => status === 200)).toBe(true);
  stream.close();
  device.cut();
});

test('links the plan email of an installer to the area of installers [SUB-05]', async () => {
  const { portal, stripe } = world;
  const installer = await portal.person({ role: 'installer' });
  await subscribe(world, installer);
  stripe.ledger.endNow(planAt(installer));
  await settle(world);
  const [mail] = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === installer.email);
  expect(mail!.subject).toBe('Your premium plan has ended');
  expect(mail!.text).toContain(`${portal.url}/installer\n`);
});

test('mails and pushes the end of premium from support, unless a paid or later plan goes on [SUB-05]', async () => {
  const { portal } = world;
  const [person, paying, renewed] = [await portal.person(), await payer(), await portal.person()];
  // A session that is idle for longer ends, and its stream with it.
  const until = new Date(portal.clock.now().getTime() + 5 * MINUTE_MS);
  for (const { id: accountId } of [person, paying, renewed])
    await portal.app.subscription.grant({ accountId, until, source: 'staff' });
  const later = new Date(until.getTime() + HOUR_MS);
  await portal.app.subscription.grant({ accountId: renewed.id, until: later, source: 'staff' });
  await settle(world);
  const stream = await openStream(portal, person);
  await goTo(until.getTime());
  await minute();
  await eventually(
    () => stream.of<{ subscribed: boolean }>('subscription').at(-1),
    (newest) => newest?.subscribed === false,
  );
  const [mail] = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === person.email);
  expect(mail!.text).toContain('The premium plan that support gave you has ended. You are now on the free plan');
  expect(await mailsTo(person)).toEqual(['Your premium plan has ended']);
  for (const each of [paying, renewed]) expect(await mailsTo(each)).toEqual([]);
  stream.close();
});

test('a working card within the grace period resolves the failed payment and keeps premium [SUB-05]', async () => {
  const person = await inGrace();
  await press((await person.api.call(openCustomerPortal, { body: {} })).url, 'good-card');
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true, renews: true, paymentTrouble: null });
  expect(await mailsTo(person)).toEqual(['Your payment for Trace Premium failed']);
});

test('an unpaid plan gives no premium, blocks a second plan and recovers with a working card [SUB-05]', async () => {
  world.stripe.ledger.settings.afterLastTry = 'unpaid';
  const person = await inGrace();
  const failedAt = world.portal.clock.now().getTime();
  for (const days of [3, 5, 7]) await goTo(failedAt + days * DAY_MS);
  const now = await signInAnew(person);
  expect(await planOf(now)).toMatchObject({ subscribed: false, paymentTrouble: { nextTryAt: null }, manageable: true });
  await expect(now.api.call(createCheckout, { body: {} })).rejects.toMatchObject({
    refusal: {
      code: 'conflict',
      message: 'Your subscription has an unpaid invoice. Update your card under Manage Subscription.',
    },
  });
  await press((await now.api.call(openCustomerPortal, { body: {} })).url, 'good-card');
  await settle(world);
  expect(await planOf(now)).toMatchObject({ subscribed: true, paymentTrouble: null });
});

test('a paused plan gives no premium until resumed, and blocks a second plan with the reason [SUB-05]', async () => {
  const { ledger } = world.stripe;
  const person = await payer();
  ledger.pause(planAt(person));
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: false, manageable: true });
  expect(await mailsTo(person)).toEqual(['Your premium plan is paused']);
  await expect(person.api.call(createCheckout, { body: {} })).rejects.toMatchObject({
    refusal: {
      code: 'conflict',
      message: 'Your subscription is paused. Resume it under Manage Subscription.',
    },
  });
  ledger.resume(planAt(person));
  await settle(world);
  expect(await planOf(person)).toMatchObject({ subscribed: true, renews: true });
});

test('a lost renewal webhook neither interrupts premium nor gives premium for ever [SUB-04]', async () => {
  const { portal, stripe } = world;
  const person = await payer();
  const firstEnd = endOf(person);
  stripe.webhooks.delivery.isHeld = true;
  stripe.fail({ how: 500, on: 'GET /v1/subscriptions' });
  await goTo(firstEnd + HOUR_MS);
  expect(await isPremium(person)).toBe(true);
  await goTo(firstEnd + DAY_MS);
  expect(await isPremium(person)).toBe(false);
  stripe.fail(null);
  await minute();
  expect(await isPremium(person)).toBe(true);
  expect(await planOf(await signInAnew(person))).toMatchObject({ endsAt: new Date(endOf(person)).toISOString() });
  expect(endOf(person)).toBeGreaterThan(firstEnd);
  expect(portal.app.jobs.isWorking()).toBe(true);
});

test('reads the plan from Stripe within a minute after a paid period ends, without any webhook [SUB-04]', async () => {
  const { webhooks } = world.stripe;
  const person = await payer();
  const firstEnd = endOf(person);
  webhooks.delivery.isHeld = true;
  await goTo(firstEnd - HOUR_MS);
  // The round of the day is done before the period ends.
  await minute();
  await goTo(firstEnd + HOUR_MS);
  await minute();
  expect(endOf(person)).toBeGreaterThan(firstEnd);
  expect(await planOf(await signInAnew(person))).toMatchObject({ endsAt: new Date(endOf(person)).toISOString() });
});

test('corrects the stored plan within a day despite lost events, and when the user signs in after an end [SUB-04]', async () => {
  const { portal, stripe } = world;
  const [ended, late] = [await payer(), await payer()];
  stripe.webhooks.delivery.isHeld = true;
  stripe.ledger.endNow(planAt(ended));
  await settle(world);
  expect(await isPremium(ended)).toBe(true);
  portal.clock.set(new Date(portal.clock.now().getTime() + DAY_MS));
  await minute();
  expect(await isPremium(ended)).toBe(false);
  expect(await mailsTo(ended)).toEqual(['Your premium plan has ended']);

  // Stripe renews the plan without any webhook, so the first page of the next visit reads the plan.
  await portal.app.jobs.stop();
  await goTo(endOf(late) + 2 * DAY_MS);
  const now = await signInAnew(late);
  await planOf(now);
  await portal.app.jobs.runDue();
  expect((await planOf(now)).subscribed).toBe(true);
  await portal.app.jobs.start();
});

test('a failed check keeps the stored plan and is logged [SUB-03]', async () => {
  const { portal, stripe } = world;
  const failures = () => portal.logged().filter((line) => line.includes('Stripe lookup failed'));
  const before = failures().length;
  const [paying, free] = [await payer(), await portal.person()];
  await free.api.call(createCheckout, { body: {} });
  portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
  stripe.fail({ how: 'garbage' });
  const check = { body: {} };
  expect(await paying.api.call(checkSubscription, check)).toMatchObject({
    subscribed: true,
    subscription_tier: 'premium',
  });
  expect(await free.api.call(checkSubscription, check)).toMatchObject({ subscribed: false, subscription_tier: 'free' });
  const logged = failures().slice(before);
  expect(logged).toHaveLength(2);
  for (const line of logged) expect(JSON.parse(line)).toMatchObject({ level: 'warn', err: { type: 'PaymentTrouble' } });
});
