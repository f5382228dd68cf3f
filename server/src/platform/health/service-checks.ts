// Calls the mail server and the file store at intervals, so that an outage shows before the first failed mail or upload.
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';

const FIRST_AFTER_MS = SECOND_MS;
const EVERY_MS = 2 * MINUTE_MS;

/** @param checks count their outcomes as calls of their part */
export function startServiceChecks(clock: Clock, checks: readonly (() => Promise<void>)[]): Stop {
  const run = async (): Promise<void> => void (await Promise.allSettled(checks.map((check) => check())));
  const stopFirst = clock.after(FIRST_AFTER_MS, () => void run());
  const stopRest = clock.every(EVERY_MS, run);
  return () => {
    stopFirst();
    stopRest();
  };
}
