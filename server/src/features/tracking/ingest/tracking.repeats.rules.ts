import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';

/**
 * Two servers may take copies of a message on both sides of an edge before either copy is stored. Copies this near to
 * an edge are registered under a unique key, which decides the race.
 */
const EDGE_MS = 30 * SECOND_MS;
/** A copy that arrives later than this after its clock left or entered the window is stored again. */
const REPEATED_WITHIN_MS = 90 * DAY_MS;

const aheadMs = (ts: number, receivedAt: Date): number => ts - receivedAt.getTime();

/** A credible time that a little earlier or later would not be. `ts` is the device's clock in ms, here and below. */
export function isNearEdge(ts: number, receivedAt: Date): boolean {
  const ahead = aheadMs(ts, receivedAt);
  return ahead > deviceProtocol.newestAheadMs - EDGE_MS || -ahead > deviceProtocol.oldestMs - EDGE_MS;
}

/** Whether the time is not credible yet. Repeats of the message may look credible until `repeatsLookCredibleUntil`. */
export function comesIntoWindow(ts: number, receivedAt: Date): boolean {
  const ahead = aheadMs(ts, receivedAt);
  return ahead > deviceProtocol.newestAheadMs && ahead <= REPEATED_WITHIN_MS;
}

export const repeatsLookCredibleUntil = (ts: number): Date => new Date(ts + deviceProtocol.oldestMs);

/** Whether the time is no longer credible. An earlier copy may be stored at this time. */
export function hasLeftWindow(ts: number, receivedAt: Date): boolean {
  const behind = -aheadMs(ts, receivedAt);
  return behind > deviceProtocol.oldestMs && behind <= deviceProtocol.oldestMs + REPEATED_WITHIN_MS;
}
