import type { Executor } from '#platform/db/database';

export type DeactivationHandler = (tx: Executor, accountId: string) => Promise<void>;

/** The interface of support staff for other features. */
export interface SupportStaffPort {
  /** The accounts of active staff who have set a password, in the order in which they joined. */
  activeIds(): Promise<readonly string[]>;
  /** Whether the account is active staff. Locks the account's flags until commit. */
  lockActive(tx: Executor, accountId: string): Promise<boolean>;
  /** Runs in the transaction of a deactivation. */
  onDeactivated(handler: DeactivationHandler): void;
}
