import type { RetentionKind } from '@trace/contract/retention/retention.rules';
import type { Executor } from '#platform/db/database';

/** The data of one feature that has a retention period. The feature `retention` calls each part daily. */
export interface RetentionPart {
  readonly kind: RetentionKind;
  /**
   * Archives or deletes at most about `limit` rows from before an instant, in the given transaction, so that a crash
   * leaves each row in one place. Returns their number; 0: nothing is left.
   */
  take(tx: Executor, before: Date, limit: number): Promise<number>;
}
