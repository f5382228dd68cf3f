import type { Executor } from '#platform/db/database';

export type GrantSource = 'demo' | 'staff';

/** What other features may ask about plans. */
export interface SubscriptionPort {
  /** Whether the account has premium at an instant, by default now. */
  isPremium(accountId: string, at?: Date): Promise<boolean>;
  /** Whether it has premium now; a plan that is being changed is waited for, and none ends before the transaction does. */
  holdPremium(tx: Executor, accountId: string): Promise<boolean>;
  /** Those of the accounts that have premium now. */
  premiumAccounts(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Gives premium until an instant, whatever was given before; one that has passed ends it. What the person pays for
   * stands beside it, and the longer one counts.
   */
  grant(grant: Grant): Promise<void>;
}

export interface Grant {
  readonly accountId: string;
  readonly until: Date;
  readonly source: GrantSource;
}
