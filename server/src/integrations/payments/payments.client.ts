import type Stripe from 'stripe';
import { ZodError } from 'zod';
import type { Clock } from '#platform/clock/clock';
import { PaymentTrouble, type Checkout, type InvoicePage, type PaymentEvent, type Payments } from './payments.ts';
import { readCheckout, readCustomer, readEvent, readInvoice, readPlan, readPrice } from './payments.shapes.ts';
import { createPaymentsFetch } from './payments.transport.ts';

export interface PaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Another server than Stripe's: the stand-in. */
  readonly server?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' } | undefined;
  /** The hosts of pages that people are sent to. */
  readonly pageHosts: readonly string[];
  readonly clock: Clock;
}

/** Retries after the first attempt. The idempotency key of a changing call stays the same. */
const RETRIES = 1;
/** How far the time of a signature may lie from ours, in both directions: the library checks the past alone. */
const SIGNATURE_TOLERANCE_SEC = 300;
/** More subscriptions than any customer has had. The newest come first. */
const MOST_PLANS = 100;
const CUSTOMERS_PER_PAGE = 100;
/** The library's own timeout per call. Set so high that our timeout always fires first. */
const LIBRARY_TIME_LIMIT_MS = 60_000;

/**
 * Creates the real client, which uses Stripe's own library and the API version pinned there. The same code talks to the
 * stand-in.
 */
export function createPaymentsClient(options: PaymentsOptions): Payments {
  const { priceId, webhookSecret, clock } = options;
  let loading: Promise<Stripe> | null = null;
  const load = (): Promise<Stripe> => (loading ??= loadLibrary(options));

  const ask = async <Answer>(run: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    const stripe = await load();
    try {
      return await run(stripe);
    } catch (error) {
      throw troubleOf(error);
    }
  };

  const page = (url: string | null): string => {
    if (url !== null && isOurs(url, options)) return url;
    throw new PaymentTrouble('strange', url === null ? 'it named no page' : 'its page is on a strange host');
  };

  const pageOf = (checkout: Checkout): Checkout =>
    checkout.status === 'open' ? { ...checkout, url: page(checkout.url) } : checkout;

  return {
    findPrice: () => ask(async ({ prices }) => readPrice(await prices.retrieve(priceId))),
    createCustomer: ({ accountId, email, name, key }) =>
      ask(async ({ customers }) => {
        const metadata = { account: accountId };
        const { id } = await customers.create({ email, name, metadata }, { idempotencyKey: key });
        if (typeof id !== 'string') throw new PaymentTrouble('garbled', 'a customer without an id');
        return id;
      }),
    findAccountOf: (customerId) =>
      ask(async ({ customers }) => {
        const customer = await missingAsNull(customers.retrieve(customerId));
        return customer === null || customer.deleted ? null : readCustomer(customer).accountId;
      }),
    listCustomers: ({ since, after }) =>
      ask(async ({ customers }) => {
        const from = after === undefined ? {} : { starting_after: after };
        const created = { gte: Math.floor(since.getTime() / 1_000) };
        const { data, has_more: hasMore } = await customers.list({ created, limit: CUSTOMERS_PER_PAGE, ...from });
        return { customers: data.map(readCustomer), hasMore };
      }),
    anonymiseCustomer: (customerId) =>
      ask(async ({ customers }) => {
        await missingAsNull(customers.update(customerId, { email: '', name: '', metadata: { account: '' } }));
      }),
    createCheckout: ({ customerId, accountId, successUrl, cancelUrl, key }) =>
      ask(async ({ checkout }) => {
        const session = await checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: accountId,
            line_items: [{ price: priceId, quantity: 1 }],
            subscription_data: { metadata: { account: accountId } },
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: key },
        );
        return pageOf(readCheckout(session));
      }),
    findCheckout: (id) => ask(async ({ checkout }) => pageOf(readCheckout(await checkout.sessions.retrieve(id)))),
    expireCheckout: (id) =>
      ask(async ({ checkout }) => {
        const session = await missingAsNull(checkout.sessions.retrieve(id));
        if (session !== null && readCheckout(session).status === 'open') await checkout.sessions.expire(id);
      }),
    createPortal: ({ customerId, returnUrl }) =>
      ask(async ({ billingPortal }) => {
        const session = await billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
        return page(session.url ?? null);
      }),
    listPlans: (customer) =>
      ask(async ({ subscriptions }) => {
        const expand = ['data.latest_invoice'];
        const { data } = await subscriptions.list({ customer, status: 'all', limit: MOST_PLANS, expand });
        return data.map(readPlan);
      }),
    endPlan: (id) =>
      ask(async ({ subscriptions }) => {
        const { status } = await subscriptions.retrieve(id);
        if (status !== 'canceled' && status !== 'incomplete_expired') await subscriptions.cancel(id);
      }),
    listInvoices: (customer, { after, limit }) =>
      ask(async ({ invoices }): Promise<InvoicePage> => {
        const from = after === undefined ? {} : { starting_after: after };
        const { data, has_more: hasMore } = await invoices.list({ customer, limit, ...from });
        const read = data.map(readInvoice).filter((invoice) => invoice !== null);
        return { invoices: read.map((one) => ({ ...one, url: pageOrNone(one.url, options) })), hasMore };
      }),
    readEvent: async (body, signature) => readSigned(await load(), { body, signature, webhookSecret, clock }),
  };
}

/** Loads the library on first use, so a server without billing does not pay for loading. */
async function loadLibrary({ secretKey, server, clock }: PaymentsOptions): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  return new Library(secretKey, {
    ...server,
    httpClient: Library.createFetchHttpClient(createPaymentsFetch(clock)),
    maxNetworkRetries: RETRIES,
    timeout: LIBRARY_TIME_LIMIT_MS,
    telemetry: false,
  });
}

interface SignedBody {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
  readonly webhookSecret: string;
  readonly clock: Clock;
}

function readSigned(stripe: Stripe, { body, signature, webhookSecret, clock }: SignedBody): PaymentEvent | null {
  const nowMs = clock.now().getTime();
  try {
    const event = stripe.webhooks.constructEvent(
      Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      signature ?? '',
      webhookSecret,
      SIGNATURE_TOLERANCE_SEC,
      undefined,
      nowMs,
    );
    // The signature covers the last timestamp, because the library reads the last `t=`.
    const signedAt = (signature ?? '').split(',').findLast((part) => part.startsWith('t='));
    const signedAtMs = Number(signedAt?.slice('t='.length)) * 1_000;
    if (!(signedAtMs <= nowMs + SIGNATURE_TOLERANCE_SEC * 1_000)) return null;
    return readEvent(event);
  } catch {
    // The sender of an invalid signature gets no reason. The caller counts and logs the refusal.
    return null;
  }
}

function isOurs(url: string, { pageHosts, server }: PaymentsOptions): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username } = new URL(url);
  return protocol === `${server?.protocol ?? 'https'}:` && username === '' && pageHosts.includes(host);
}

const pageOrNone = (url: string | null, options: PaymentsOptions): string | null =>
  url !== null && isOurs(url, options) ? url : null;

async function missingAsNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') return null;
    throw error;
  }
}

/** Describes a library error in our own words, because the library's message may contain parts of the key. */
function troubleOf(cause: unknown): PaymentTrouble {
  if (cause instanceof PaymentTrouble) return cause;
  if (cause instanceof ZodError || cause instanceof TypeError)
    return new PaymentTrouble('garbled', 'an answer that cannot be read', { cause: withoutWords(cause) });
  const error = cause as Partial<Stripe.errors.StripeError>;
  const { type = 'no error of the library', code = '', statusCode, detail } = error;
  const because = [type, code, statusCode, detail instanceof Error ? detail.message : ''].filter(Boolean).join(' ');
  if (statusCode === 429) return new PaymentTrouble('busy', because);
  if (statusCode === undefined) return new PaymentTrouble('silent', because);
  if (statusCode >= 500 || statusCode < 300) return new PaymentTrouble('away', because);
  const isUnknown = code === 'resource_missing' && error.param === 'customer';
  return new PaymentTrouble(isUnknown ? 'unknown' : 'refused', because);
}

/**
 * A log keeps the cause. For an unreadable answer the cause lists the paths of the bad fields and none of their values.
 */
const withoutWords = (cause: Error): Error =>
  new Error(
    cause instanceof ZodError ? cause.issues.map(({ path }) => path.join('.')).join(', ') : 'a part is missing',
  );
