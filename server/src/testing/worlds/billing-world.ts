// A portal that sells premium at the stand-in of the payment service, on the same clock.
import { createCheckout } from '@trace/contract/subscription/subscription.api';
import type { Config } from '#server/config/config';
import { startStandIn, type StandIn } from '@trace/stand-ins/payments/stand-in';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';

export interface BillingPortal {
  portal: Portal;
  stripe: StandIn;
  stop(): Promise<void>;
}

/**
 * Returns the stand-in, `change` to configure a portal for the stand-in, and `connect` to share the clock and deliver
 * webhooks.
 */
export async function startPayments(): Promise<{
  stripe: StandIn;
  change(config: Config): Config;
  connect(portal: Portal): void;
}> {
  let now = (): Date => new Date(0);
  const stripe = await startStandIn({ clock: { now: () => now() } });
  return {
    stripe,
    change: (config) => ({ ...config, payments: stripe.settings }),
    connect: (portal) => {
      now = () => portal.clock.now();
      stripe.webhooks.deliverTo(`${portal.url}/api/stripe/webhook`);
    },
  };
}

export async function startBillingPortal(): Promise<BillingPortal> {
  const { stripe, change, connect } = await startPayments();
  const portal = await startPortal({}, change);
  connect(portal);
  return {
    portal,
    stripe,
    async stop() {
      await portal.stop();
      await stripe.stop();
    },
  };
}

/** Presses a button of a hosted page and returns the redirect target. */
export async function press(url: string, button: string): Promise<string | null> {
  const body = new URLSearchParams({ press: button });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  await answer.text();
  return answer.headers.get('location');
}

/** Completes the checkout: the plan is paid, and its webhooks are answered. */
export async function subscribe({ portal, stripe }: BillingPortal, person: SignedIn): Promise<void> {
  const { url } = await person.api.call(createCheckout, { body: {} });
  await press(url, 'pay');
  await settle({ portal, stripe });
}

/** Waits until every webhook is answered and every resulting job is done. */
export async function settle({ portal, stripe }: Pick<BillingPortal, 'portal' | 'stripe'>): Promise<void> {
  await stripe.webhooks.settled();
  await portal.app.jobs.runDue();
}
