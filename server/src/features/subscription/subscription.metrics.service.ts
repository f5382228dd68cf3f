import { Counter, type Registry } from 'prom-client';

/**
 * `stored`: new. `repeated`: stored before. `applied`: the plan was read anew for the event. `refused`: not signed
 * correctly. `ignored`: an event of a kind, or for a customer, that does not concern this portal.
 */
export type WebhookOutcome = 'stored' | 'repeated' | 'applied' | 'refused' | 'ignored';

export interface WebhookCounter {
  count(outcome: WebhookOutcome, times?: number): void;
}

export function createWebhookCounter(registry: Registry | undefined): WebhookCounter {
  if (registry === undefined) return { count: () => {} };
  const counter = new Counter({
    name: 'trace_payment_webhooks_total',
    help: 'Payment webhook events by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { count: (outcome, times = 1) => counter.inc({ outcome }, times) };
}
