import type Stripe from 'stripe';
import { z } from 'zod';
import type { Checkout, Invoice, PaidPlan, PaymentEvent, PlanPrice } from './payments.ts';

// The library's types describe the expected answer. The schemas check the fields that decide on access or payment.

const secondsSchema = z.int().positive();
const instant = (seconds: number): Date => new Date(seconds * 1_000);
const idSchema = z.string().min(1).max(255);

const planSchema = z.object({
  id: idSchema,
  status: z.string().min(1),
  created: secondsSchema,
  periodEnds: z.array(secondsSchema).min(1),
  cancelAtPeriodEnd: z.boolean(),
  cancelAt: secondsSchema.nullable(),
});

/** Since the API version `basil` the end of a plan's period is on the plan's items. */
export function readPlan(subscription: Stripe.Subscription): PaidPlan {
  const { id, status, created, periodEnds, cancelAtPeriodEnd, cancelAt } = planSchema.parse({
    id: subscription.id,
    status: subscription.status,
    created: subscription.created,
    periodEnds: subscription.items.data.map((item) => item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: subscription.cancel_at,
  });
  const periodEndsAt = instant(Math.max(...periodEnds));
  const atPeriodEnd = cancelAtPeriodEnd ? periodEndsAt : null;
  return {
    id,
    status,
    createdAt: instant(created),
    periodEndsAt,
    endsAt: cancelAt === null ? atPeriodEnd : instant(cancelAt),
    price: readPlanPrice(subscription.items.data),
    isEndedByPayment: subscription.cancellation_details?.reason === 'payment_failed',
    invoice: readLatestInvoice(subscription.latest_invoice),
  };
}

/** The price decides on nothing here, so a strange one does not hide the plan. */
function readPlanPrice([item, ...others]: readonly Stripe.SubscriptionItem[]): PlanPrice | null {
  if (item === undefined || others.length > 0) return null;
  return priceSchema.safeParse(priceFields(item.price)).data ?? null;
}

function readLatestInvoice(invoice: string | Stripe.Invoice | null): PaidPlan['invoice'] {
  if (invoice === null || typeof invoice === 'string') return null;
  const next = secondsSchema.nullable().parse(invoice.next_payment_attempt);
  return {
    id: idSchema.parse(invoice.id),
    isOpen: invoice.status === 'open',
    nextTryAt: next === null ? null : instant(next),
  };
}

const priceSchema = z.object({
  amount: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
  interval: z.enum(['day', 'week', 'month', 'year']),
});

/** Refuses a price for several intervals at once, such as three months, because the portal would show a monthly price. */
const priceFields = ({ unit_amount: amount, currency, recurring }: Stripe.Price) => ({
  amount,
  currency,
  interval: recurring?.interval_count === 1 ? recurring.interval : undefined,
});

export const readPrice = (price: Stripe.Price): PlanPrice => priceSchema.parse(priceFields(price));

const checkoutSchema = z.object({
  id: idSchema,
  status: z.enum(['open', 'complete', 'expired']),
  url: z.string().nullable(),
});

export const readCheckout = (session: Stripe.Checkout.Session): Checkout =>
  checkoutSchema.parse({ id: session.id, status: session.status, url: session.url ?? null });

const knownCustomerSchema = z.object({ id: idSchema, accountId: z.uuid().nullable().catch(null) });

/** An account id of another shape was not written by the portal. */
export const readCustomer = ({ id, metadata }: Stripe.Customer) =>
  knownCustomerSchema.parse({ id, accountId: metadata['account'] ?? null });

const invoiceSchema = z.object({ id: idSchema, created: secondsSchema, amount: z.int(), currency: z.string().min(1) });

/** Returns null for a draft invoice. */
export function readInvoice(invoice: Stripe.Invoice): Invoice | null {
  const { id, created, amount, currency } = invoiceSchema.parse({
    id: invoice.id,
    created: invoice.created,
    amount: invoice.total,
    currency: invoice.currency,
  });
  const status = statusOf(invoice.status);
  if (status === null) return null;
  return { id, at: instant(created), amount, currency, status, url: invoice.hosted_invoice_url ?? null };
}

function statusOf(status: Stripe.Invoice.Status | null): Invoice['status'] | null {
  if (status === 'paid') return 'paid';
  if (status === 'open') return 'open';
  if (status === 'void') return 'void';
  return status === 'uncollectible' ? 'failed' : null;
}

const eventSchema = z.object({ id: idSchema, type: z.string().min(1).max(255) });
const customerSchema = z.union([idSchema, z.object({ id: idSchema }).transform(({ id }) => id)]);

/** Sessions, subscriptions and invoices name their customer alike. */
export function readEvent(event: Stripe.Event): PaymentEvent {
  const { customer } = event.data.object as { customer?: unknown };
  return {
    ...eventSchema.parse(event),
    customerId: customerSchema
      .nullable()
      .catch(null)
      .parse(customer ?? null),
  };
}
