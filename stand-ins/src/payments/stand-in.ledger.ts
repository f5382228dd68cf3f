import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import { idIn, newCustomer } from './stand-in.objects.ts';
import { newInvoice, newSession, newSubscription } from './stand-in.sales.ts';

/** Days after the first failed payment on which the payment is retried. After the last failed retry the plan ends. */
const RETRY_DAYS = [3, 5, 7];
const DAY_SEC = 86_400;

export interface LedgerOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly pageUrl: () => string;
  /** Receives every event that Stripe would send as a webhook. */
  readonly record: (type: Stripe.Event.Type, object: object) => void;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Stores customers, checkouts, subscriptions and invoices, and applies the passage of time. */
export function createLedger({ clock, pageUrl, record }: LedgerOptions) {
  const customers = new Map<string, Stripe.Customer>();
  const sessions = new Map<string, Stripe.Checkout.Session>();
  const subscriptions = new Map<string, Stripe.Subscription>();
  const invoices = new Map<string, Stripe.Invoice>();
  /** Whose card is refused. */
  const badCards = new Set<string>();
  /** The status of a plan after the last failed payment retry. */
  const settings: { afterLastTry: 'canceled' | 'unpaid' } = { afterLastTry: 'canceled' };

  const now = (): number => Math.floor(clock.now().getTime() / 1_000);
  const idOf = (kind: string): string => `${kind}_${randomBytes(10).toString('hex')}`;
  const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => subscription.items.data[0]!;
  const invoiceOf = (subscription: Stripe.Subscription): Stripe.Invoice | undefined =>
    invoices.get(idIn(subscription.latest_invoice));
  const changed = (subscription: Stripe.Subscription): void => record('customer.subscription.updated', subscription);

  const bill = (subscription: Stripe.Subscription, reason: Stripe.Invoice.BillingReason, created: number): void => {
    const id = idOf('in');
    const about = { created, subscription: subscription.id, customer: idIn(subscription.customer) };
    const url = `${pageUrl()}/receipt/${id}`;
    invoices.set(id, newInvoice(id, about, { billing_reason: reason, hosted_invoice_url: url, period_end: created }));
    subscription.latest_invoice = id;
  };

  const pay = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): void => {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      next_payment_attempt: null,
    });
    invoice.status_transitions.paid_at = now();
    subscription.status = 'active';
    record('invoice.paid', invoice);
  };

  const failToPay = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): void => {
    const nextDay = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = nextDay === undefined ? null : invoice.created + nextDay * DAY_SEC;
    subscription.status = 'past_due';
    record('invoice.payment_failed', invoice);
    if (nextDay === undefined) giveUp(subscription);
  };

  const collect = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): void => {
    if (badCards.has(idIn(subscription.customer))) failToPay(subscription, invoice);
    else pay(subscription, invoice);
  };

  const end = (subscription: Stripe.Subscription, reason: Stripe.Subscription.CancellationDetails.Reason): void => {
    Object.assign(subscription, { status: 'canceled', ended_at: now() });
    subscription.canceled_at ??= now();
    subscription.cancellation_details!.reason = reason;
    record('customer.subscription.deleted', subscription);
  };

  const giveUp = (subscription: Stripe.Subscription): void => {
    if (settings.afterLastTry === 'canceled') return end(subscription, 'payment_failed');
    subscription.status = 'unpaid';
    changed(subscription);
  };

  const renew = (subscription: Stripe.Subscription): void => {
    const item = itemOf(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
    bill(subscription, 'subscription_cycle', item.current_period_start);
    collect(subscription, invoiceOf(subscription)!);
    if (subscription.status !== 'canceled') changed(subscription);
  };

  const retry = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): void => {
    invoice.attempt_count += 1;
    collect(subscription, invoice);
    if (subscription.status === 'active') changed(subscription);
  };

  /** Applies the next change that is due on a subscription. Returns false when no change is due. */
  const step = (subscription: Stripe.Subscription): boolean => {
    if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return false;
    const invoice = invoiceOf(subscription);
    const tryAt = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
    const isOver = itemOf(subscription).current_period_end <= now();
    const isCancelled = subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= now();
    if (tryAt !== null && tryAt <= now()) retry(subscription, invoice!);
    else if (isOver && isCancelled) end(subscription, 'cancellation_requested');
    else if (isOver) renew(subscription);
    else return false;
    return true;
  };

  /** Expires unpaid checkouts after a day. */
  const lapse = (): void => {
    for (const session of sessions.values())
      if (session.status === 'open' && session.expires_at <= now()) expire(session);
  };

  const expire = (session: Stripe.Checkout.Session): void => {
    Object.assign(session, { status: 'expired', url: null });
    record('checkout.session.expired', session);
  };

  const begin = (session: Stripe.Checkout.Session): void => {
    const id = idOf('sub');
    const start = now();
    const given = { customer: session.customer as string, metadata: { ...session.metadata } };
    const subscription = newSubscription(id, { start, end: monthAfter(start) }, given);
    subscriptions.set(id, subscription);
    bill(subscription, 'subscription_create', start);
    pay(subscription, invoiceOf(subscription)!);
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: id, url: null });
    record('customer.subscription.created', subscription);
    record('checkout.session.completed', session);
  };

  return {
    customers,
    sessions,
    subscriptions,
    invoices,
    badCards,
    settings,
    now,
    begin,
    expire,
    changed,
    addCustomer(given: Partial<Stripe.Customer>): Stripe.Customer {
      const customer = newCustomer(idOf('cus'), now(), given);
      customers.set(customer.id, customer);
      return customer;
    },
    addSession(given: Partial<Stripe.Checkout.Session>): Stripe.Checkout.Session {
      const id = idOf('cs_test');
      const session = newSession(id, now(), { ...given, url: `${pageUrl()}/checkout/${id}` });
      sessions.set(id, session);
      return session;
    },
    endNow: (subscription: Stripe.Subscription) => end(subscription, 'cancellation_requested'),
    /** Cancels the subscription at the end of the period, or undoes that cancellation. */
    cancelAtPeriodEnd(subscription: Stripe.Subscription, isCancelled: boolean): void {
      subscription.cancel_at_period_end = isCancelled;
      subscription.cancel_at = isCancelled ? itemOf(subscription).current_period_end : null;
      subscription.canceled_at = isCancelled ? now() : null;
      changed(subscription);
    },
    /** A working card pays the open invoices at once. A failing card is only noticed at the next payment. */
    changeCard(customer: string, isGood: boolean): void {
      if (!isGood) {
        badCards.add(customer);
        return;
      }
      badCards.delete(customer);
      for (const subscription of subscriptions.values()) {
        const invoice = invoiceOf(subscription);
        const isWaiting = ['past_due', 'unpaid'].includes(subscription.status) && invoice?.status === 'open';
        if (subscription.customer === customer && isWaiting) retry(subscription, invoice);
      }
    },
    pause(subscription: Stripe.Subscription): void {
      subscription.status = 'paused';
      record('customer.subscription.paused', subscription);
    },
    resume(subscription: Stripe.Subscription): void {
      subscription.status = 'active';
      record('customer.subscription.resumed', subscription);
    },
    /** Serialises the ledger and restores it, so the demo keeps its state across starts. */
    save: (): string =>
      JSON.stringify([pageUrl(), [...customers], [...sessions], [...subscriptions], [...invoices], [...badCards]]),
    restore(text: string): void {
      const [savedUrl] = JSON.parse(text) as [string];
      // The stand-in listens on another address after each start.
      const saved = JSON.parse(text.replaceAll(savedUrl, pageUrl())) as [
        string,
        [string, Stripe.Customer][],
        [string, Stripe.Checkout.Session][],
        [string, Stripe.Subscription][],
        [string, Stripe.Invoice][],
        string[],
      ];
      for (const [id, customer] of saved[1]) customers.set(id, customer);
      for (const [id, session] of saved[2]) sessions.set(id, session);
      for (const [id, subscription] of saved[3]) subscriptions.set(id, subscription);
      for (const [id, invoice] of saved[4]) invoices.set(id, invoice);
      for (const customer of saved[5]) badCards.add(customer);
    },
    /** Applies every change that fell due since the last call. */
    catchUp(): void {
      lapse();
      for (const subscription of subscriptions.values()) while (step(subscription));
    },
  };
}

function monthAfter(seconds: number): number {
  const at = new Date(seconds * 1_000);
  at.setUTCMonth(at.getUTCMonth() + 1);
  return at.getTime() / 1_000;
}
