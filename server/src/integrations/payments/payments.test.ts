import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { fakeClock, type FakeClock } from '#testing/fake-clock';
import { createPaymentsClient } from './payments.client.ts';
import { readPrice } from './payments.shapes.ts';
import type { NewCheckout, Payments, TroubleKind } from './payments.ts';
import { price } from '@trace/stand-ins/payments/stand-in.objects';
import { startStandIn, type Fault, type StandIn } from '@trace/stand-ins/payments/stand-in';

// Tests the real client over HTTP. Stripe itself must behave the same.
let clock: FakeClock;
let stripe: StandIn;
let payments: Payments;

beforeAll(async () => {
  clock = fakeClock();
  stripe = await startStandIn({ clock });
  payments = createPaymentsClient({ ...stripe.settings, clock });
});
afterEach(() => stripe.fail(null));
afterAll(() => stripe.stop());

let count = 0;
const aCustomer = (): Promise<string> =>
  payments.createCustomer({ accountId: 'a', email: 'a@example.com', name: 'A', key: `customer:${(count += 1)}` });
const aCheckout = (customerId: string, key: string): NewCheckout => ({
  customerId,
  accountId: 'a',
  successUrl: 'http://localhost/user?checkout=done',
  cancelUrl: 'http://localhost/user?checkout=cancelled',
  key,
});
const kindOf = (call: Promise<unknown>): Promise<TroubleKind | 'none'> =>
  call.then(
    () => 'none',
    (error: { kind: TroubleKind }) => error.kind,
  );

test('premium costs 20 Australian dollars a month, and a price for several months is refused [SUB-01] [SUB-04]', async () => {
  expect(await payments.findPrice()).toEqual({ amount: 2_000, currency: 'aud', interval: 'month' });
  expect(() => readPrice({ ...price, recurring: { ...price.recurring!, interval_count: 3 } })).toThrow('interval');
});

test('an idempotency key repeats its checkout, refuses other parameters, and expires after a day [SUB-04]', async () => {
  const customer = await aCustomer();
  const first = await payments.createCheckout(aCheckout(customer, 'one'));
  expect(await payments.createCheckout(aCheckout(customer, 'one'))).toEqual(first);
  const other = { ...aCheckout(customer, 'one'), cancelUrl: 'http://localhost/elsewhere' };
  expect(await kindOf(payments.createCheckout(other))).toBe('refused');
  await clock.advance(86_400_000);
  expect((await payments.createCheckout(aCheckout(customer, 'one'))).id).not.toBe(first.id);
});

test('a repeated key repeats its error, and a new key tries again [SUB-04]', async () => {
  const customer = await aCustomer();
  stripe.fail({ how: 500, on: 'POST /v1/checkout', times: 1 });
  expect(await kindOf(payments.createCheckout(aCheckout(customer, 'broken')))).toBe('away');
  expect(await kindOf(payments.createCheckout(aCheckout(customer, 'broken')))).toBe('away');
  expect(await kindOf(payments.createCheckout(aCheckout(customer, 'anew')))).toBe('none');
});

test.each<[Fault['how'], TroubleKind]>([
  ['garbage', 'silent'],
  ['empty', 'garbled'],
  ['endless', 'silent'],
  ['cut', 'silent'],
  [429, 'busy'],
  [500, 'away'],
  [401, 'refused'],
])('Stripe answering %s is reported as the matching kind of trouble, never as a plan [SUB-04]', async (how, kind) => {
  const customer = await aCustomer();
  stripe.fail({ how });
  expect(await kindOf(payments.listPlans(customer))).toBe(kind);
  const error = (await payments.findPrice().catch((trouble: unknown) => trouble)) as Error;
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(stripe.settings.secretKey);
});

test.each([
  'https://127.0.0.1:PORT/pay',
  'http://127.0.0.1:PORT1/pay',
  'http://127.0.0.1/pay',
  'http://127.0.0.1:PORT@evil.example/pay',
  'http://somebody@127.0.0.1:PORT/pay',
  'http://evil.example/127.0.0.1:PORT',
  'http://checkout.stripe.com/pay',
  'javascript:alert(1)',
  '//127.0.0.1:PORT/pay',
  '/pay',
  '',
])('refuses to send a customer to %j [SUB-02] [T69]', async (address) => {
  const url = address.replaceAll('PORT', String(stripe.settings.server.port));
  const customerId = await aCustomer();
  stripe.fail({ how: 'strange-host', url });
  const key = `strange:${address}`;
  expect(await kindOf(payments.createCheckout(aCheckout(customerId, key)))).toBe('strange');
  expect(await kindOf(payments.createPortal({ customerId, returnUrl: 'http://localhost/user' }))).toBe('strange');
});

test('gives up a Stripe call that hangs after two tries, and an unreachable Stripe at once [SUB-04]', async () => {
  stripe.fail({ how: 'hang' });
  const asked = stripe.requests.length;
  const answer = kindOf(payments.findPrice());
  for (const tries of [1, 2]) {
    await eventually(
      () => stripe.requests.length,
      (length) => length === asked + tries,
    );
    await clock.advance(4_000);
  }
  expect(await answer).toBe('silent');
  const gone = await startStandIn({ clock });
  await gone.stop();
  expect(await kindOf(createPaymentsClient({ ...gone.settings, clock }).findPrice())).toBe('silent');
});

test('reads checkouts, plans and the portal page, and leaves ended checkouts and plans unchanged [SUB-04]', async () => {
  const customer = await aCustomer();
  expect(await payments.listPlans(customer)).toEqual([]);
  const { id } = await payments.createCheckout(aCheckout(customer, 'whole'));
  stripe.ledger.begin(stripe.ledger.sessions.get(id)!);
  expect(await payments.findCheckout(id)).toEqual({ id, status: 'complete', url: null });
  await payments.expireCheckout(id);
  const [plan] = await payments.listPlans(customer);
  const month = new Date(clock.now());
  month.setUTCMonth(month.getUTCMonth() + 1, month.getUTCDate());
  expect(plan).toMatchObject({ status: 'active', endsAt: null, periodEndsAt: month, isEndedByPayment: false });
  await payments.endPlan(plan!.id);
  await payments.endPlan(plan!.id);
  expect((await payments.listPlans(customer))[0]).toMatchObject({ status: 'canceled' });
  stripe.configureBillingPortal(false);
  expect(await kindOf(payments.createPortal({ customerId: customer, returnUrl: 'http://localhost/user' }))).toBe(
    'refused',
  );
  stripe.configureBillingPortal(true);
  const url = await payments.createPortal({ customerId: customer, returnUrl: 'http://localhost/user' });
  expect(new URL(url).host).toBe(stripe.host);
});
