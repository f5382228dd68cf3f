import { subscriptionTexts as texts } from '@trace/contract/subscription/subscription.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { PaymentEvent, Payments } from '#server/integrations/payments/payments';
import { findCustomerByName } from './subscription.billing.store.ts';
import type { WebhookCounter, WebhookOutcome } from '../subscription.metrics.service.ts';
import { insertEvent } from './subscription.events.store.ts';

/** Stores the event of a webhook. A job enqueued in the same transaction reads the plan anew. */
export type ReceiveWebhook = (body: Uint8Array, signature: string | undefined) => Promise<void>;

export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly counter: WebhookCounter;
  /** Writes the work that reads a customer's plan anew, for an event. */
  readLater(tx: Executor, customerRow: number, eventId: string): Promise<void>;
  /** Enqueues the job that looks for the account of a customer without a row. */
  adoptLater(tx: Executor, customerId: string, eventId: string): Promise<void>;
}

const handledTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
]);

export function createWebhook(dependencies: WebhookDependencies, payments: Payments | null): ReceiveWebhook {
  const { database, clock, log, counter, readLater, adoptLater } = dependencies;

  const store = ({ id, type, customerId }: PaymentEvent): Promise<WebhookOutcome> =>
    database.transaction(async (tx) => {
      if (customerId === null || !handledTypes.has(type)) return 'ignored';
      const customer = await findCustomerByName(tx, customerId);
      if (customer === undefined) {
        await adoptLater(tx, customerId, id);
        return 'unmatched';
      }
      if (!(await insertEvent(tx, { id, type, customerId, at: clock.now() }))) return 'repeated';
      await readLater(tx, customer.id, id);
      return 'stored';
    });

  let quietUntilMs = 0;

  /** Once a minute, because any stranger can send unsigned webhooks. */
  const warnOfSignature = (sizeBytes: number): void => {
    const nowMs = clock.now().getTime();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + MINUTE_MS;
    log.warn({ sizeBytes }, 'Stripe webhook rejected, invalid signature: check STRIPE_WEBHOOK_SECRET');
  };

  return async (body, signature) => {
    if (payments === null) throw new Refusal('unavailable', texts.billingOff);
    const event = await payments.readEvent(body, signature);
    if (event === null) {
      counter.count('refused');
      warnOfSignature(body.byteLength);
      throw new Refusal('invalid_input', 'The signature is not valid.', { field: 'headers.stripe-signature' });
    }
    counter.count(await store(event));
  };
}
