/**
 * The portal's interface to the payment service (Stripe). Every call except `readEvent` throws a PaymentTrouble on
 * failure.
 */
export interface Payments {
  /** Returns the price of premium. Fails when the configured price cannot be sold. */
  findPrice(): Promise<PlanPrice>;
  /** A repeated key answers the customer that was made. */
  createCustomer(customer: { accountId: string; email: string; name: string; key: string }): Promise<string>;
  /** Returns the account that the customer was created for. Null for a missing, anonymised or foreign customer. */
  findAccountOf(customerId: string): Promise<string | null>;
  /** Lists the customers created since a time, newest first. */
  listCustomers(page: { since: Date; after?: string | undefined }): Promise<CustomerPage>;
  /** Removes the customer's name, email and account id. Payments stay. A missing customer is done. */
  anonymiseCustomer(customerId: string): Promise<void>;
  /** A repeated key answers the checkout that was made. */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  findCheckout(checkoutId: string): Promise<Checkout>;
  /** Expires an unpaid checkout. A checkout that is over or missing stays unchanged. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** The address of the page where a customer changes card and plan. */
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  /** Returns the current state of every plan that the customer has or had. */
  listPlans(customerId: string): Promise<PaidPlan[]>;
  /** Ends a plan at once. An ended plan stays unchanged. */
  endPlan(planId: string): Promise<void>;
  /** Newest first. */
  listInvoices(customerId: string, page: { after?: string | undefined; limit: number }): Promise<InvoicePage>;
  /**
   * Reads a webhook's event. Returns null when the signature is missing, made with another secret, or too far from the
   * current time.
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent | null>;
}

export interface PlanPrice {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
}

export interface CustomerPage {
  readonly customers: readonly { readonly id: string; readonly accountId: string | null }[];
  readonly hasMore: boolean;
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
  /** The final end of the plan. Null while the plan renews. */
  readonly endsAt: Date | null;
  /** The price of each period. Null for a plan without one fixed price. */
  readonly price: PlanPrice | null;
  /** Whether the plan ended because of a failed payment. */
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

/**
 * States that an event happened, and to which customer. The current state is re-read from the service, so order and
 * repeats do not matter.
 */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
}

/**
 * `silent`: no answer, a late one, an oversized one or a foreign one, so the outcome is unknown. `away`: an error
 * inside the service. `busy`: too many calls. `garbled`: an answer without a required field. `strange`: an address on a
 * foreign host. `unknown`: the service has no such customer, for example after a change from test keys to live keys.
 * `refused`: the service rejects the call. The fault is ours, and the operator must know.
 */
export type TroubleKind = 'silent' | 'unknown' | 'away' | 'busy' | 'garbled' | 'strange' | 'refused';

/** The payment service failed to do the requested call. The message goes to the log and contains no secret. */
export class PaymentTrouble extends Error {
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, because: string, options?: ErrorOptions) {
    super(`the payment service: ${because}`, options);
    this.name = 'PaymentTrouble';
    this.kind = kind;
  }
}
