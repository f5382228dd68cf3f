import { Counter, type Registry } from 'prom-client';

/**
 * `stored`: new. `repeated`: stored before. `applied`: the plan was read anew for the event. `refused`: not signed
 * correctly. `ignored`: an event of a kind that does not concern this portal. `unmatched`: of a customer without a row,
 * whom a job looks up at the payment service.
 */
export type WebhookOutcome = 'stored' | 'repeated' | 'applied' | 'refused' | 'ignored' | 'unmatched';

export type WebhookCounter = ReturnType<typeof createWebhookCounter>;

export function createWebhookCounter(registry: Registry | undefined) {
  if (registry === undefined) return { count: () => {} };
  const counter = new Counter({
    name: 'trace_payment_webhooks_total',
    help: 'Payment webhook events by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { count: (outcome: WebhookOutcome, times: number = 1): void => counter.inc({ outcome }, times) };
}
