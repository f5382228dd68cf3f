import { authTexts } from '@trace/contract/auth/auth.texts';
import { Refusal } from '#platform/refusal/refusal';

/** Hashing a password takes a core for some 30 ms: a flood from many addresses must not queue for minutes. */
const MOST_AT_ONCE = 64;
const BUSY_RETRY_SEC = 2;

/** Runs work that hashes a password, or refuses the work when too many hashes are running. */
export type HashingLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createHashingLimit(mostAtOnce = MOST_AT_ONCE): HashingLimit {
  let running = 0;
  return async (work) => {
    if (running >= mostAtOnce) {
      throw new Refusal('too_many_requests', authTexts.busy, { retryAfterSec: BUSY_RETRY_SEC });
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
