import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { findCustomerOf, listForDay, listOverdue } from './subscription.billing.store.ts';
import { deleteOldEvents } from './subscription.events.store.ts';
import type { SyncPlan } from './subscription.stripe-sync.service.ts';

/** Reads the plans again, to find changes whose events were lost. */
export type Reconciling = ReturnType<typeof createReconciling>;

export interface ReconcilingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly read: SyncPlan;
  /** Enqueues jobs that read plans anew. A job that already waits is not added again. */
  readLater(rows: readonly number[], why: string): Promise<void>;
}

const BATCH = 500;
const CHECKOUTS_SINCE_MS = 3 * DAY_MS;
const ASK_AGAIN_MS = 5 * MINUTE_MS;
const KEEP_EVENTS_MS = 60 * DAY_MS;

export function createReconciling({ database, clock, read, readLater }: ReconcilingDependencies) {
  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  return {
    read,
    /** Covers customers with a plan that is not over, or with a recent checkout. */
    askDaily: async (): Promise<void> => {
      let rows: number[] = [];
      do {
        rows = await listForDay(database.sql, before(CHECKOUTS_SINCE_MS), rows.at(-1) ?? 0, BATCH);
        await readLater(rows, 'daily');
      } while (rows.length === BATCH);
    },
    /**
     * Covers customers whose paid time is over. The payment service knows whether the plan was renewed, failed or ended.
     */
    askOverdue: async (): Promise<void> =>
      readLater(await listOverdue(database.sql, clock.now(), before(ASK_AGAIN_MS), BATCH), 'overdue'),
    /** Runs when a user whose paid time is over loads a page. */
    askIfEnded: async (accountId: string): Promise<void> => {
      const customer = await findCustomerOf(database.sql, accountId);
      if (customer === undefined || customer.customerId === null || customer.periodEndsAt === null) return;
      const isLate = customer.periodEndsAt <= clock.now();
      if (isLate && (customer.readAt ?? before(DAY_MS)) < before(ASK_AGAIN_MS)) await readLater([customer.id], 'ended');
    },
    /** Events are repeated for three days, and by hand for thirty. */
    prune: (): Promise<void> => deleteOldEvents(database.sql, before(KEEP_EVENTS_MS)),
  };
}
