import type { RetentionKind } from '@trace/contract/retention/retention.rules';
import type { Executor } from '#platform/db/database';

/** Data of a feature with a retention period. The feature `retention` calls each part daily. */
export interface RetentionPart {
  readonly kind: RetentionKind;
  /**
   * Archives or deletes about `limit` rows from before an instant, in the given transaction, so that a crash leaves each
   * row in a single place. Returns the number of rows, 0 when no row is due.
   */
  take(tx: Executor, before: Date, limit: number): Promise<number>;
  /** Of an archive that staff can restore: whether it has data of a device from `fromAt` until before `untilAt`. */
  hasArchived?(executor: Executor, time: { deviceId: number; fromAt: Date; untilAt: Date }): Promise<boolean>;
}
