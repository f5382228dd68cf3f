import { SECOND_MS } from '@trace/contract/kernel/time';

/** Whether the clock of the hub is further from the right time than allowed. A frame without a time is never wrong. */
export function isClockWrong(
  sentAt: Date | null,
  now: Date,
  { behindSec, aheadSec }: { readonly behindSec: number; readonly aheadSec: number },
): boolean {
  if (sentAt === null) return false;
  // The time of a frame is in whole seconds.
  const aheadMs = sentAt.getTime() - Math.floor(now.getTime() / SECOND_MS) * SECOND_MS;
  return aheadMs < -behindSec * SECOND_MS || aheadMs > aheadSec * SECOND_MS;
}
