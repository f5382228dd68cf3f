import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';

/**
 * Two servers may take copies of a message on both sides of the newest edge of the credible window before either copy is
 * stored. Copies this near to the edge are registered under a unique key, which decides the race.
 */
const EDGE_MS = 30 * SECOND_MS;
/** A copy of a message that was further ahead is stored when its clock enters the window. */
const REPEATED_WITHIN_MS = 90 * DAY_MS;

const aheadMs = (ts: number, receivedAt: Date): number => ts - receivedAt.getTime();

/** A credible time that a little earlier would not be. `ts` is the device's clock in ms, here and below. */
export const isNearEdge = (ts: number, receivedAt: Date): boolean =>
  aheadMs(ts, receivedAt) > deviceProtocol.newestAheadMs - EDGE_MS;

/** Whether the time is not credible yet. Repeats of the message may look credible until `repeatsLookCredibleUntil`. */
export function comesIntoWindow(ts: number, receivedAt: Date): boolean {
  const ahead = aheadMs(ts, receivedAt);
  return ahead > deviceProtocol.newestAheadMs && ahead <= REPEATED_WITHIN_MS;
}

export const repeatsLookCredibleUntil = (ts: number): Date => new Date(ts + deviceProtocol.oldestMs);
