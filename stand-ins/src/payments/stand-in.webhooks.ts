import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { Clock } from '../clock.ts';

const DAY_SEC = 86_400;

/** How webhooks are sent. Each variant happens at Stripe or comes from an impostor. */
export interface Delivery {
  /** How often each event is sent. */
  repeat: number;
  /** Events wait until `release`, which may send in any order. */
  isHeld: boolean;
  secret: 'right' | 'wrong';
  signedAt: 'now' | 'old' | 'future';
}

/** Is notified of each event and of each answer to an event. Status 0: no answer came. */
export interface Watcher {
  happened(event: Stripe.Event): void;
  answered(event: Stripe.Event, status: number): void;
}

export interface WebhookOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly secret: string;
  readonly watcher?: Watcher | undefined;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Events, signed over the body that goes out. */
export function createWebhooks({ clock, secret, watcher }: WebhookOptions) {
  const delivery: Delivery = { repeat: 1, isHeld: false, secret: 'right', signedAt: 'now' };
  const events: Stripe.Event[] = [];
  const held: Stripe.Event[] = [];
  const statuses: number[] = [];
  const underWay = new Set<Promise<void>>();
  let endpoint: string | null = null;

  const now = (): number => Math.floor(clock.now().getTime() / 1_000);

  const signed = (payload: string): string => {
    const offsets = { now: 0, old: -DAY_SEC, future: DAY_SEC };
    return Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: delivery.secret === 'right' ? secret : 'whsec_of_somebody_else',
      timestamp: now() + offsets[delivery.signedAt],
    });
  };

  const post = async (event: Stripe.Event): Promise<void> => {
    if (endpoint === null) return;
    const body = JSON.stringify(event, null, 2);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed(body) };
    // 0: no answer. Stripe would resend the event. Here the test resends.
    const status = await fetch(endpoint, { method: 'POST', body, headers }).then(
      (answer) => answer.status,
      () => 0,
    );
    statuses.push(status);
    watcher?.answered(event, status);
  };

  const send = (event: Stripe.Event): void => {
    for (let times = 0; times < delivery.repeat; times += 1) {
      const sending = post(event).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  };

  return {
    delivery,
    /** All events, in the order in which they happened. */
    events,
    /** The portal's answers. */
    statuses,
    deliverTo(url: string): void {
      endpoint = url;
    },
    record(type: Stripe.Event.Type, object: object): void {
      const event = {
        id: `evt_${randomBytes(10).toString('hex')}`,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: now(),
        // A copy of the current state. Later changes are separate events.
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
      } as Stripe.Event;
      events.push(event);
      watcher?.happened(event);
      if (delivery.isHeld) held.push(event);
      else send(event);
    },
    /** Sends the held events, newest first if `isReversed`. */
    async release({ isReversed = false } = {}): Promise<void> {
      const waiting = isReversed ? held.splice(0).toReversed() : held.splice(0);
      for (const event of waiting) {
        send(event);
        // Sends one event after the other, so that the requested order is kept.
        await Promise.all(underWay);
      }
    },
    send,
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
