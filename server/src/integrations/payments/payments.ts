/** What the portal asks of the payment service (Stripe). Everything but `readEvent` throws a PaymentTrouble when it fails. */
export interface Payments {
  /** What premium costs; also whether the configured price is one that can be sold. */
  findPrice(): Promise<PlanPrice>;
  /** A repeated key answers the customer that was made. */
  createCustomer(customer: { accountId: string; email: string; name: string; key: string }): Promise<string>;
  /** Takes away who they were; what was paid stays. */
  anonymiseCustomer(customerId: string): Promise<void>;
  /** A repeated key answers the checkout that was made. */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  findCheckout(checkoutId: string): Promise<Checkout>;
  /** Ends a checkout that nobody has paid; one that is over already stays as it is. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** The address of the page where a customer changes card and plan. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  /** Every plan that the customer has or had, as it is now. */
  listPlans(customerId: string): Promise<PaidPlan[]>;
  /** Ends a plan at once; one that has ended stays as it is. */
  endPlan(planId: string): Promise<void>;
  /** Newest first. */
  listInvoices(customerId: string, page: { after?: string | undefined; limit: number }): Promise<InvoicePage>;
  /** What a webhook tells; null when it is not signed, not signed by us both, or not signed now. */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent | null>;
}

export interface PlanPrice {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
}

export interface NewCheckout {
  readonly customerId: string;
  readonly accountId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly key: string;
}

export interface Checkout {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** null where there is no page any more. */
  readonly url: string | null;
}

export interface PaidPlan {
  readonly id: string;
  /** Of Stripe: active, trialing, past_due, unpaid, canceled, paused, incomplete, incomplete_expired, or a newer word. */
  readonly status: string;
  readonly createdAt: Date;
  /** When the time that is paid, or asked to be paid, ends. */
  readonly periodEndsAt: Date;
  /** When it ends for good; null while it renews. */
  readonly endsAt: Date | null;
  /** It was ended because nobody paid. */
  readonly isEndedByPayment: boolean;
  readonly invoice: { readonly id: string; readonly isOpen: boolean; readonly nextTryAt: Date | null } | null;
}

export interface Invoice {
  readonly id: string;
  readonly at: Date;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'paid' | 'open' | 'failed' | 'void';
  readonly url: string | null;
}

export interface InvoicePage {
  readonly invoices: readonly Invoice[];
  readonly hasMore: boolean;
}

/** That something happened, and to whom. What is true now is read from the service again: order and repeats do not matter. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
}

/**
 * `silent`: no answer, too late, too much or none of the service's, so that nobody knows whether it was done. `away`: an
 * error of the service's own. `busy`: too many calls. `garbled`: an answer that lacks what matters. `strange`: an address
 * on a host that is not the service's. `unknown`: it has no such customer, as after a change from test keys to live
 * ones. `refused`: it does not do that; our fault, the operator has to know.
 */
export type TroubleKind = 'silent' | 'unknown' | 'away' | 'busy' | 'garbled' | 'strange' | 'refused';

/** The payment service did not do what it was asked. The message is for the log and holds no secret. */
export class PaymentTrouble extends Error {
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, because: string, options?: ErrorOptions) {
    super(`the payment service: ${because}`, options);
    this.name = 'PaymentTrouble';
    this.kind = kind;
  }
}
