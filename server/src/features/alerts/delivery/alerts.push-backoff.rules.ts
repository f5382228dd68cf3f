import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';

const FIRST_BACK_OFF_MS = 5 * SECOND_MS;
/** A push service may ask to be tried again at once; it is not believed. */
const FIRST_ASKED_BACK_OFF_MS = MINUTE_MS;
/** No longer: what happens meanwhile waits as well. */
const LONGEST_BACK_OFF_MS = 5 * MINUTE_MS;

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * How long a browser is left alone after so many failures in a row: 5 s, 15 s, 45 s … up to five minutes. Where its push
 * service said how long (null: it did not), as it says, and at least a minute, 2, 4 and 5.
 */
export function backOffMs(failures: number, askedMs: number | null): number {
  const grown =
    askedMs === null ? FIRST_BACK_OFF_MS * 3 ** (failures - 1) : FIRST_ASKED_BACK_OFF_MS * 2 ** (failures - 1);
  return Math.max(Math.min(grown, LONGEST_BACK_OFF_MS), askedMs ?? 0);
}

/**
 * When a message that found no turn looks again: after half to all of the time that it has waited by now, so that it
 * waits at most twice as long as it had to, and many do not come at once.
 * @param share from 0 to 1
 */
export function waitForTurn(waitedMs: number, share: number): number {
  return Math.min(Math.max(waitedMs, FIRST_WAIT_MS), LONGEST_WAIT_MS) * (0.5 + share / 2);
}
