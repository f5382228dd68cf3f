// Premium: which users have premium, until when, and how premium is paid for.
// Serves users (their plan) and the features that premium opens: ping, tracking.
// Portal §4, §7 and §9 (plans), acceptance SUB, PING-06, LIVE-07.
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import type { Registry } from 'prom-client';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Route } from '#platform/http/route';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { pushDurably } from '#platform/stream/durable-event';
import type { Payments } from '#server/integrations/payments/payments';
import { createAdoption, type AdoptionDependencies } from './billing/subscription.adoption.service.ts';
import { createBilling, type Open } from './billing/subscription.billing.service.ts';
import { createCheckouts } from './billing/subscription.checkout.service.ts';
import { planChanged } from './subscription.events.ts';
import { createGifts, type GiftsDependencies } from './subscription.gifts.service.ts';
import { createGrantEnds } from './subscription.grant-ends.service.ts';
import { createWebhookCounter } from './subscription.metrics.service.ts';
import { ADOPT_JOB, READ_JOB, runReadings } from './subscription.jobs.ts';
import { subscriptionPersonData } from './subscription.person-data.service.ts';
import type { SubscriptionPort } from './subscription.port.ts';
import { createPriceTag } from './billing/subscription.price.service.ts';
import { createPlanSync } from './billing/subscription.stripe-sync.service.ts';
import { createReconciling } from './billing/subscription.reconciling.service.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { createGrant, createSubscriptionService } from './subscription.service.ts';
import type { NotificationDependencies } from './subscription.notifications.service.ts';
import { createWebhook } from './billing/subscription.webhook.service.ts';

export interface SubscriptionFeature extends Feature {
  readonly routes: readonly Route[];
  readonly port: SubscriptionPort;
}

export interface SubscriptionOptions extends NotificationDependencies {
  readonly people: NotificationDependencies['people'] & AdoptionDependencies['people'] & GiftsDependencies['people'];
  readonly tombstones: AdoptionDependencies['tombstones'];
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly metrics?: Registry;
  /** Null: users cannot subscribe here, and the portal says so. */
  readonly payments: Payments | null;
}

export function createSubscriptionFeature(options: SubscriptionOptions): SubscriptionFeature {
  const { database, jobs, payments } = options;
  const priceTag = createPriceTag(options);
  const counter = createWebhookCounter(options.metrics);
  const grant = createGrant({ ...options, grantEnds: createGrantEnds(options) });
  const service = createSubscriptionService({ ...options, priceTag, grant, isBillingOn: payments !== null });
  const readOne = (executor: Executor, id: number, key: string): Promise<void> =>
    jobs.enqueue(executor, READ_JOB, { id }, { key });

  const adoptOne = (executor: Executor, customerId: string, key: string): Promise<void> =>
    jobs.enqueue(executor, ADOPT_JOB, { customerId }, { key });

  const open: Open | null = payments && openBilling({ ...options, counter }, payments);
  const reconciling =
    open &&
    createReconciling({
      ...options,
      read: open.read,
      readLater: (rows, why) =>
        jobs.enqueueAll(
          database.sql,
          READ_JOB,
          rows.map((id) => ({ payload: { id }, key: `${why}:${id}` })),
        ),
    });
  if (payments !== null && reconciling !== null) {
    const readAdopted = (tx: Executor, id: number, customerId: string) => readOne(tx, id, `adopted:${customerId}`);
    runReadings(jobs, reconciling, createAdoption({ ...options, readLater: readAdopted }, payments));
  }

  // Presents the plan as of the push, so of several changes the last counts.
  const changed = pushDurably(subscriptionEvent, planChanged, (_payload, actor) => service.planOf(actor.accountId));
  return {
    name: 'subscription',
    routes: subscriptionRoutes({
      service,
      gifts: createGifts({ ...options, grant }),
      reconciling,
      billing: createBilling(options, open),
      // A separate job for each event, because a running job may have read the plan before this event arrived.
      receive: createWebhook({ ...options, counter, readLater: readOne, adoptLater: adoptOne }, payments),
    }),
    port: service,
    durableEvents: [changed],
    personData: subscriptionPersonData((tx, id) => readOne(tx, id, `left:${id}`)),
    start: () => priceTag.start(),
  };
}

function openBilling(
  options: SubscriptionOptions & { readonly counter: ReturnType<typeof createWebhookCounter> },
  payments: Payments,
): Open {
  const read = createPlanSync(options, payments);
  return { payments, read, openCheckout: createCheckouts(options, { payments, read }) };
}
