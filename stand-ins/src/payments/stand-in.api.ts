import type Stripe from 'stripe';
import { readForm, textAt, textsAt, type FormTree } from './stand-in.form.ts';
import type { Ledger } from './stand-in.ledger.ts';
import { idIn, listOf, price, product, refused, STAND_IN_PRICE } from './stand-in.objects.ts';
import { newPortal } from './stand-in.sales.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ApiOptions {
  readonly ledger: Ledger;
  readonly pageUrl: () => string;
  /** The billing portal is configured once, by hand, in the service's own pages. */
  readonly isBillingPortalConfigured: () => boolean;
}

const found = (body: object): ApiAnswer => ({ status: 200, body });
const invalid = (message: string, param?: string): ApiAnswer => ({
  status: 400,
  body: refused('invalid_request_error', message, param === undefined ? {} : { param }),
});
const missing = (param: string): ApiAnswer => ({
  status: 404,
  body: refused('invalid_request_error', `No such ${param}`, { code: 'resource_missing', param }),
});

/** Answers the calls that Trace makes, and no others. */
export function createApi({
  ledger,
  pageUrl,
  isBillingPortalConfigured,
}: ApiOptions): (request: ApiRequest) => ApiAnswer {
  const createSession = (form: FormTree): ApiAnswer => {
    const customer = textAt(form, 'customer');
    if (customer === null || !ledger.customers.has(customer)) return missing('customer');
    if (textAt(form, 'mode') !== 'subscription') return invalid('mode is missing', 'mode');
    if (textAt(form, 'line_items', '0', 'price') !== STAND_IN_PRICE) return missing('line_items[0][price]');
    const success = textAt(form, 'success_url');
    if (success === null) return invalid('success_url is missing', 'success_url');
    return found(
      ledger.addSession({
        customer,
        success_url: success,
        cancel_url: textAt(form, 'cancel_url'),
        client_reference_id: textAt(form, 'client_reference_id'),
        metadata: textsAt(form, 'subscription_data', 'metadata'),
      }),
    );
  };

  const createPortal = (form: FormTree): ApiAnswer => {
    if (!isBillingPortalConfigured())
      return invalid('No configuration provided and your default has not been created.');
    const customer = textAt(form, 'customer');
    if (customer === null || !ledger.customers.has(customer)) return missing('customer');
    const returnUrl = textAt(form, 'return_url');
    const url = `${pageUrl()}/portal/${customer}?return_url=${encodeURIComponent(returnUrl ?? '')}`;
    return found(newPortal(`bps_${customer}`, { created: ledger.now(), customer, return_url: returnUrl, url }));
  };

  const ofCustomer = <Item extends { created: number; customer: unknown }>(
    items: Iterable<Item>,
    customer: string | null,
  ): Item[] => [...items].filter((item) => item.customer === customer).toSorted((a, b) => b.created - a.created);

  const listSubscriptions = (query: URLSearchParams): ApiAnswer => {
    const isExpanded = query.getAll('expand[0]').includes('data.latest_invoice');
    if (!ledger.customers.has(query.get('customer') ?? '')) return missing('customer');
    const data = ofCustomer(ledger.subscriptions.values(), query.get('customer'));
    const shown = isExpanded
      ? data.map((one) => ({ ...one, latest_invoice: ledger.invoices.get(idIn(one.latest_invoice)) ?? null }))
      : data;
    return found(listOf<Stripe.Subscription>('/v1/subscriptions', shown));
  };

  const listInvoices = (query: URLSearchParams): ApiAnswer => {
    if (!ledger.customers.has(query.get('customer') ?? '')) return missing('customer');
    const all = ofCustomer(ledger.invoices.values(), query.get('customer'));
    const after = query.get('starting_after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== null && from === 0) return missing('starting_after');
    const limit = Number(query.get('limit') ?? 10);
    return found(listOf('/v1/invoices', all.slice(from, from + limit), all.length > from + limit));
  };

  const listCustomers = (query: URLSearchParams): ApiAnswer => {
    const since = Number(query.get('created[gte]') ?? 0);
    const all = [...ledger.customers.values()].filter(({ created }) => created >= since).toReversed();
    const after = query.get('starting_after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get('limit') ?? 10);
    return found(listOf('/v1/customers', all.slice(from, from + limit), all.length > from + limit));
  };

  const updateCustomer = (customer: Stripe.Customer, form: FormTree): ApiAnswer => {
    const { email, name } = { email: textAt(form, 'email'), name: textAt(form, 'name') };
    Object.assign(customer, {
      ...(email === null ? {} : { email: email || null }),
      ...(name === null ? {} : { name: name || null }),
    });
    for (const [key, value] of Object.entries(textsAt(form, 'metadata')))
      if (value === '') delete customer.metadata[key];
      else customer.metadata[key] = value;
    return found(customer);
  };

  const ofSession = (id: string, method: string, action: string | undefined): ApiAnswer => {
    const session = ledger.sessions.get(id);
    if (session === undefined) return missing('session');
    if (method === 'POST' && action === 'expire') {
      if (session.status !== 'open') return invalid('Only open sessions can be expired.');
      ledger.expire(session);
    }
    return found(session);
  };

  const ofSubscription = (id: string, method: string): ApiAnswer => {
    const subscription = ledger.subscriptions.get(id);
    if (subscription === undefined) return missing('subscription');
    if (method === 'DELETE') ledger.endNow(subscription);
    return found(subscription);
  };

  return ({ method, path, query, body }) => {
    const form = readForm(body);
    const [, kind, ...rest] = path.split('/').slice(1);
    const place = `${method} ${kind}${rest.length > 0 ? `/${rest[0]}` : ''}`;
    if (place === `GET prices/${STAND_IN_PRICE}`) return found(price);
    if (place === `GET products/${product.id}`) return found(product);
    if (place === 'POST customers') {
      const texts = { email: textAt(form, 'email'), name: textAt(form, 'name'), metadata: textsAt(form, 'metadata') };
      return found(ledger.addCustomer(texts));
    }
    if (place === 'GET customers') return listCustomers(query);
    if (kind === 'customers') {
      const customer = ledger.customers.get(rest[0]!);
      if (customer === undefined) return missing('id');
      return method === 'POST' ? updateCustomer(customer, form) : found(customer);
    }
    if (place === 'POST checkout/sessions' && rest.length === 1) return createSession(form);
    if (kind === 'checkout' && rest.length > 1) return ofSession(rest[1]!, method, rest[2]);
    if (place === 'POST billing_portal/sessions') return createPortal(form);
    if (place === 'GET subscriptions') return listSubscriptions(query);
    if (kind === 'subscriptions' && rest.length === 1) return ofSubscription(rest[0]!, method);
    if (place === 'GET invoices') return listInvoices(query);
    return { status: 404, body: refused('invalid_request_error', `Unrecognized request URL (${method}: ${path}).`) };
  };
}
