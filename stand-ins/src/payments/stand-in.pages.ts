import type Stripe from 'stripe';
import type { Ledger } from './stand-in.ledger.ts';

export type Page = { readonly html: string } | { readonly location: string };

/** The hosted pages. These pages never take money, and each page says so. */
export function createPages(ledger: Ledger): (path: string, query: URLSearchParams, pressed: string | null) => Page {
  const checkout = (session: Stripe.Checkout.Session, pressed: string | null): Page => {
    const close = { location: session.cancel_url ?? '/' };
    if (session.status !== 'open') return { html: page('This checkout has expired', '<p>Go back to Trace.</p>') };
    if (pressed === 'pay') {
      ledger.begin(session);
      return { location: (session.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', session.id) };
    }
    if (pressed === 'close') return close;
    const declined = pressed === 'decline' ? '<p role="alert">Your card was declined.</p>' : '';
    const buttons = [
      ['pay', 'Pay'],
      ['decline', 'Decline'],
      ['close', 'Close'],
    ] as const;
    return { html: page('Trace Premium', `<p>A$20.00 per month, GST included.</p>${declined}${form(buttons)}`) };
  };

  const portal = (customer: string, query: URLSearchParams, pressed: string | null): Page => {
    const mine = [...ledger.subscriptions.values()].filter((one) => one.customer === customer);
    const alive = mine.find(({ status }) => status !== 'canceled');
    if (alive && pressed === 'end') {
      ledger.endNow(alive);
      return { html: page('Your plan', `<p>It has ended.</p>${form([['return', 'Return to Trace']])}`) };
    }
    if (pressed === 'return') return { location: query.get('return_url') || '/' };
    if (pressed === 'good-card') ledger.changeCard(customer, true);
    if (pressed === 'bad-card') ledger.changeCard(customer, false);
    if (alive && (pressed === 'cancel' || pressed === 'resume')) ledger.cancelAtPeriodEnd(alive, pressed === 'cancel');
    const buttons = [
      ...(alive
        ? [alive.cancel_at_period_end ? (['resume', 'Resume plan'] as const) : (['cancel', 'Cancel plan'] as const)]
        : []),
      ...(alive ? ([['end', 'End now, as if the paid month were over']] as const) : []),
      ['good-card', 'Use a card that works'],
      ['bad-card', 'Use a card that fails'],
      ['return', 'Return to Trace'],
    ] as const;
    return { html: page('Your plan', `<p>${stateOf(alive)}</p>${form(buttons)}`) };
  };

  const receipt = (invoice: Stripe.Invoice): Page => ({
    html: page('Receipt', `<p>${invoice.number}: A$${(invoice.total / 100).toFixed(2)}, ${invoice.status}</p>`),
  });

  return (path, query, pressed) => {
    const [, kind, id = ''] = path.split('/');
    const session = ledger.sessions.get(id);
    if (kind === 'checkout' && session) return checkout(session, pressed);
    if (kind === 'portal' && ledger.customers.has(id)) return portal(id, query, pressed);
    const invoice = ledger.invoices.get(id);
    if (kind === 'receipt' && invoice) return receipt(invoice);
    return { html: page('Page not found', '<p>This page does not exist.</p>') };
  };
}

function stateOf(subscription: Stripe.Subscription | undefined): string {
  if (subscription === undefined) return 'You have no plan.';
  const end = new Date(subscription.items.data[0]!.current_period_end * 1_000).toISOString().slice(0, 10);
  return `Trace Premium (${subscription.status}), ${subscription.cancel_at_period_end ? 'ends' : 'renews'} on ${end}.`;
}

const form = (buttons: readonly (readonly [string, string])[]): string =>
  `<form method="post">${buttons.map(([value, label]) => `<button name="press" value="${value}">${label}</button>`).join(' ')}</form>`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
:root { color-scheme: light dark } body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem }
button { font: inherit; padding: 0.6rem 1rem; margin: 0.25rem 0 } small { opacity: 0.8 }
</style></head><body><main><h1>${title}</h1>${content}
<p><small>This page stands in for Stripe in the demo. It asks for no card, and no one pays.</small></p></main></body></html>`;
