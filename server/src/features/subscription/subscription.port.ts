import type { Executor } from '#platform/db/database';

export type GrantSource = 'demo' | 'staff';

/** Queries about plans for other features. */
export interface SubscriptionPort {
  /** Whether the account has premium at an instant, by default now. */
  isPremium(accountId: string, at?: Date): Promise<boolean>;
  /**
   * Whether the account has premium now. Waits for a concurrent change of the plan and locks the plan until the end of
   * the transaction.
   */
  lockPremium(tx: Executor, accountId: string): Promise<boolean>;
  /** Returns the accounts among these that have premium now. */
  premiumAccounts(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Until when the account has premium without paying. Null: it has none. */
  giftEndOf(accountId: string): Promise<Date | null>;
  /**
   * Grants premium until an instant and replaces an earlier grant. An instant in the past ends the grant. A paid plan
   * is stored separately, and the later end counts. The user is mailed when a grant of staff ends premium.
   */
  grant(grant: Grant): Promise<void>;
}

export interface Grant {
  readonly accountId: string;
  readonly until: Date;
  readonly source: GrantSource;
}
