import { signInLimits } from '@trace/contract/auth/auth.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { Refusal } from '#platform/refusal/refusal';
import type { AttemptLimit } from './auth.attempts.rules.ts';
import { countAttempt, deleteAttemptsOver, giveBackAttempts } from './auth.attempts.store.ts';

export interface UsedUp {
  readonly retryAfterSec: number;
  /** True for the attempt that crosses the limit. Later attempts fail as well and are not worth a log line. */
  readonly isFirst: boolean;
}

export type Attempts = ReturnType<typeof createAttempts>;

export interface AttemptsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** All callers come from the address of a proxy that is not trusted, so one of them could lock out all (AUTH-19). */
  readonly isAddressShared: boolean;
}

/** Tries to sign in, counted in the database: by all processes together, and across restarts (AUTH-13). */
export function createAttempts({ database, clock, isAddressShared }: AttemptsOptions) {
  const count = async ({ key, tries, windowMs = signInLimits.windowMs }: AttemptLimit): Promise<UsedUp | null> => {
    const now = clock.now();
    const window = await countAttempt(database.sql, key, now, new Date(now.getTime() + windowMs));
    if (window.tries <= tries) return null;
    const retryAfterSec = Math.max(1, Math.ceil((window.endsAt.getTime() - now.getTime()) / 1_000));
    return { retryAfterSec, isFirst: window.tries === tries + 1 };
  };

  const reserve = async (limits: readonly AttemptLimit[]): Promise<UsedUp | null> => {
    for (const limit of limits) {
      if (limit.isPerAddress && isAddressShared) continue;
      const usedUp = await count(limit);
      if (usedUp !== null) return usedUp;
    }
    return null;
  };

  return {
    /** Counts an attempt against each limit in turn. Stops at the first exceeded limit and returns that limit. */
    reserve,
    /** Like `reserve`, but refuses with these words and the wait when a limit is used up. */
    reserveOrRefuse: async (limits: readonly AttemptLimit[], words: string): Promise<void> => {
      const usedUp = await reserve(limits);
      if (usedUp !== null) throw new Refusal('too_many_requests', words, { retryAfterSec: usedUp.retryAfterSec });
    },
    /** Uncounts a successful attempt, so that users of an office behind one address can sign in without limit. */
    giveBack: (limits: readonly Pick<AttemptLimit, 'key'>[]): Promise<void> =>
      giveBackAttempts(
        database.sql,
        limits.map((limit) => limit.key),
      ),
    sweep: (): Promise<void> => deleteAttemptsOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}
