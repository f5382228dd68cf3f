import type { Executor } from '#platform/db/database';

/** For owners of archives: what support staff have restored. */
export interface RetentionPort {
  /** The times of a device whose archived data its user can read now. */
  restoredSpans(executor: Executor, deviceId: number): Promise<{ fromAt: Date; untilAt: Date }[]>;
}
