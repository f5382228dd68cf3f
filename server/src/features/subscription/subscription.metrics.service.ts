import { Counter, type Registry } from 'prom-client';

/**
 * `stored`: new; `repeated`: came before; `applied`: the plan was read anew for it; `refused`: not signed as it should
 * be; `ignored`: of a kind, or of a customer, that is none of ours.
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
