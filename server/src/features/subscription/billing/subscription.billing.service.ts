import { subscriptionTexts as texts } from '@trace/contract/subscription/subscription.texts';
import type { Receipt } from '@trace/contract/subscription/subscription.schema';
import type { Actor } from '#platform/actor/actor';
import { ownEntryOf, recordAudit, type AuditOrigin } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { PaymentTrouble, type Payments } from '#server/integrations/payments/payments';
import { areaPathOf } from './subscription.billing.rules.ts';
import { findCustomerOf } from './subscription.billing.store.ts';
import type { OpenCheckout } from './subscription.checkout.service.ts';
import { isOwnEmail, isOwnId, mayBuy } from '../subscription.policy.ts';
import type { SyncPlan } from './subscription.stripe-sync.service.ts';

export type BillingService = ReturnType<typeof createBilling>;

export interface BillingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  portalUrl(): string;
}

/**
 * The parts of billing that exist with a configured payment service. Without these parts, checkout and portal are
 * refused.
 */
export interface Open {
  readonly payments: Payments;
  readonly openCheckout: OpenCheckout;
  readonly read: SyncPlan;
}

const noReceipts = { receipts: [], next: null };

/** Repeated checks within this time use the plan that was just read. */
const FRESH_MS = 5_000;

export function createBilling(dependencies: BillingDependencies, open: Open | null) {
  const { database, clock, log, portalUrl } = dependencies;

  const opened = (): Open => {
    if (open === null) throw new Refusal('unavailable', texts.billingOff);
    return open;
  };

  const requireOwn = (actor: Actor, email: string | undefined): void => {
    if (!isOwnEmail(actor, email)) throw new Refusal('forbidden', texts.otherPerson, { field: 'body.email' });
  };

  const requireBuyer = (actor: Actor): void => {
    if (!mayBuy(actor)) throw new Refusal('forbidden', texts.staffHaveNoPlan);
  };

  /** Reports a failure of the payment service in plain words. The cause goes to the log. */
  const asking = async <Answer>(what: string, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PaymentTrouble)) throw error;
      log.error({ err: error, kind: error.kind }, `${what} failed`);
      const words = error.kind === 'strange' ? texts.noCheckoutUrl : texts.unexpectedError;
      throw new Refusal('unavailable', words, { cause: error });
    }
  };

  /** Returns null for a customer that was deleted at the payment service, or that was made with other keys. */
  const nullIfUnknown = async <Answer>(call: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof PaymentTrouble && error.kind === 'unknown')) throw error;
      log.warn(
        { err: error },
        'Stripe does not know a customer, so the customer has nothing to manage: check the keys',
      );
      return null;
    }
  };

  return {
    /** Reads the plan again if the payment service knows the customer. A failure changes no stored state. */
    check: async (
      actor: Actor,
      { email, userId }: { email?: string | undefined; userId?: string | undefined },
    ): Promise<void> => {
      requireOwn(actor, email);
      if (!isOwnId(actor, userId)) throw new Refusal('forbidden', texts.otherPerson, { field: 'body.userId' });
      const customer = await findCustomerOf(database.sql, actor.accountId);
      if (open === null || customer === undefined || customer.customerId === null) return;
      if (customer.readAt !== null && clock.now().getTime() - customer.readAt.getTime() < FRESH_MS) return;
      try {
        await open.read(customer.id);
      } catch (error) {
        log.warn({ err: error }, 'Stripe lookup failed, using the stored plan');
      }
    },

    /** The address of a checkout page. */
    checkout: async (actor: Actor, origin: AuditOrigin, email: string | undefined): Promise<string> => {
      requireOwn(actor, email);
      requireBuyer(actor);
      return asking('a checkout', () => opened().openCheckout(actor, origin));
    },

    /** The address of the page where card and plan are changed. */
    portal: async (actor: Actor, origin: AuditOrigin, email: string | undefined): Promise<string> => {
      requireOwn(actor, email);
      requireBuyer(actor);
      const { payments } = opened();
      const customer = await findCustomerOf(database.sql, actor.accountId);
      const customerId = customer?.customerId ?? null;
      if (customerId === null) throw new Refusal('not_found', texts.nothingToManage);
      const url = await asking('the customer portal', () =>
        nullIfUnknown(payments.createPortal({ customerId, returnUrl: `${portalUrl()}${areaPathOf(actor)}` })),
      );
      if (url === null) throw new Refusal('not_found', texts.customerUnknown);
      await recordAudit(database.sql, ownEntryOf(actor.accountId, origin, 'subscription.portal'));
      return url;
    },

    receipts: async (
      actor: Actor,
      page: { after?: string | undefined; limit: number },
    ): Promise<{ receipts: Receipt[]; next: string | null }> => {
      const customerId = (await findCustomerOf(database.sql, actor.accountId))?.customerId ?? null;
      if (open === null || customerId === null) return noReceipts;
      const listed = await asking('the receipts', () => nullIfUnknown(open.payments.listInvoices(customerId, page)));
      if (listed === null) return noReceipts;
      const { invoices, hasMore } = listed;
      return {
        receipts: invoices.map((invoice) => ({ ...invoice, at: invoice.at.toISOString() })),
        next: hasMore ? (invoices.at(-1)?.id ?? null) : null,
      };
    },
  };
}
