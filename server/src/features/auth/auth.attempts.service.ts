import { signInLimits } from '@trace/contract/auth/auth.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { AttemptLimit } from './auth.attempts.rules.ts';
import { countAttempt, deleteAttemptsOver, giveBackAttempts } from './auth.attempts.store.ts';

/** Windows that one sweep removes. */
const SWEEP_LIMIT = 1_000;

export interface UsedUp {
  readonly retryAfterSec: number;
  /** The try that crossed the limit; those after it are as futile and not worth a line in a log. */
  readonly isFirst: boolean;
}

export interface Attempts {
  /** Counts one try against each limit in turn; stops at the first that is used up and answers it. */
  reserve(limits: readonly AttemptLimit[]): Promise<UsedUp | null>;
  /** A try that succeeded is none: an office behind one address signs in as often as it likes. */
  giveBack(limits: readonly Pick<AttemptLimit, 'key'>[]): Promise<void>;
  sweep(): Promise<void>;
}

/** Tries to sign in, counted in the database: by all processes together, and across restarts (AUTH-13). */
export function createAttempts({ database, clock }: { database: Database; clock: Clock }): Attempts {
  const count = async ({ key, tries, windowMs = signInLimits.windowMs }: AttemptLimit): Promise<UsedUp | null> => {
    const now = clock.now();
    const window = await countAttempt(database.sql, key, now, new Date(now.getTime() + windowMs));
    if (window.tries <= tries) return null;
    const retryAfterSec = Math.max(1, Math.ceil((window.endsAt.getTime() - now.getTime()) / 1_000));
    return { retryAfterSec, isFirst: window.tries === tries + 1 };
  };

  return {
    reserve: async (limits) => {
      for (const limit of limits) {
        const usedUp = await count(limit);
        if (usedUp !== null) return usedUp;
      }
      return null;
    },
    giveBack: (limits) =>
      giveBackAttempts(
        database.sql,
        limits.map((limit) => limit.key),
      ),
    sweep: () => deleteAttemptsOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}
