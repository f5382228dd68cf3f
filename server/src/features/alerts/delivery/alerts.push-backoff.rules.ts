import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';

const FIRST_BACK_OFF_MS = 5 * SECOND_MS;
/** A push service may request an immediate retry. This minimum overrides such a request. */
const FIRST_ASKED_BACK_OFF_MS = MINUTE_MS;
/** Upper limit, because alerts that begin in the meantime wait as well. */
const LONGEST_BACK_OFF_MS = 5 * MINUTE_MS;

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * Returns the back-off of a browser after consecutive failures: 5 s, 15 s, 45 s … up to five minutes. If the push
 * service requested a delay (null: no request), returns that delay, but at least 1, 2, 4 and then 5 minutes.
 */
export function backOffMs(failures: number, askedMs: number | null): number {
  const grown =
    askedMs === null ? FIRST_BACK_OFF_MS * 3 ** (failures - 1) : FIRST_ASKED_BACK_OFF_MS * 2 ** (failures - 1);
  return Math.max(Math.min(grown, LONGEST_BACK_OFF_MS), askedMs ?? 0);
}

/**
 * Returns when a message without a push slot retries: after half to all of the time waited so far. A message so waits
 * at most twice as long as necessary, and the jitter spreads the retries.
 * @param share from 0 to 1
 */
export function waitForTurn(waitedMs: number, share: number): number {
  return Math.min(Math.max(waitedMs, FIRST_WAIT_MS), LONGEST_WAIT_MS) * (0.5 + share / 2);
}
