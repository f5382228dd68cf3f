import { DAY_MS } from '@trace/contract/kernel/time';
import type { PeoplePort } from '#features/people/people.port';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { Tombstones } from '#platform/tombstones/tombstones';
import type { Payments } from '#server/integrations/payments/payments';
import { isOver } from './subscription.billing.rules.ts';
import { findCustomerByName, insertCustomer, insertFormerCustomer, listUnknown } from './subscription.billing.store.ts';

export type Adoption = ReturnType<typeof createAdoption>;

export interface AdoptionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: Pick<PeoplePort, 'lockAccount'>;
  readonly tombstones: Pick<Tombstones, 'has'>;
  /** Enqueues the job that reads the plan of an adopted customer. */
  readLater(tx: Executor, customerRow: number, customerId: string): Promise<void>;
}

/** Older than any backup that is restored in practice. */
const CUSTOMERS_SINCE_MS = 30 * DAY_MS;

/**
 * Gives customers that a restored database has lost back to their accounts. Lost customers of deleted accounts get a row
 * without an account, so that the next read ends their plans and anonymises them.
 */
export function createAdoption(dependencies: AdoptionDependencies, payments: Payments) {
  const { database, clock, log, people, tombstones, readLater } = dependencies;

  const store = (customerId: string, accountId: string): Promise<'adopted' | 'former' | 'foreign' | 'second'> =>
    database.transaction(async (tx) => {
      // The lock makes a concurrent deletion of the account wait, and another adoption of the same customer.
      if (!(await people.lockAccount(tx, accountId))) {
        // Another installation can use the same account at Stripe, so an unknown account alone proves nothing.
        if (!(await tombstones.has(tx, 'account', accountId))) return 'foreign';
        await readLater(tx, await insertFormerCustomer(tx, customerId), customerId);
        return 'former';
      }
      // An earlier event of the same customer has been processed meanwhile.
      if ((await findCustomerByName(tx, customerId)) !== undefined) return 'adopted';
      const id = await insertCustomer(tx, accountId, customerId);
      if (id === null) return 'second';
      await readLater(tx, id, customerId);
      await recordAudit(tx, adoptionOf(accountId, customerId));
      return 'adopted';
    });

  const adoptFor = async (customerId: string, accountId: string | null): Promise<void> => {
    if (accountId === null || (await store(customerId, accountId)) !== 'second') return;
    const alive = (await payments.listPlans(customerId)).filter(({ status }) => !isOver(status));
    if (alive.length > 0)
      log.error(
        { customerId, plans: alive.map(({ id }) => id) },
        'An account has another Stripe customer than the one that pays, so the payment has no effect: cancel this plan in Stripe',
      );
  };

  return {
    /** The payment service says for which account the customer was created. An event's content is not trusted. */
    adopt: async (customerId: string): Promise<void> => adoptFor(customerId, await payments.findAccountOf(customerId)),
    /** Covers customers whose events were all delivered before the restore. */
    adoptRecent: async (): Promise<void> => {
      const since = new Date(clock.now().getTime() - CUSTOMERS_SINCE_MS);
      let after: string | undefined;
      do {
        const { customers, hasMore } = await payments.listCustomers({ since, after });
        const unknown = new Set(
          await listUnknown(
            database.sql,
            customers.map(({ id }) => id),
          ),
        );
        for (const { id, accountId } of customers) if (unknown.has(id)) await adoptFor(id, accountId);
        after = hasMore ? customers.at(-1)?.id : undefined;
      } while (after !== undefined);
    },
  };
}

const adoptionOf = (accountId: string, customerId: string) => ({
  actorId: null,
  action: 'subscription.adopt',
  subject: { type: 'account', id: accountId },
  details: { customer: customerId },
  requestId: null,
  address: null,
});
