import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { DAY_MS, HOUR_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { pauseAfterMs, tryLimits, type TryLimit } from './hubs.attempt-limits.rules.ts';
import { countFailure, countTry, deleteOldTries, giveBackTry, setPause } from './hubs.attempt-limits.store.ts';

export type HubAttemptLimits = ReturnType<typeof createHubAttemptLimits>;

/** T12: the database holds the counts, so that the limits apply across all processes and restarts. */
export function createHubAttemptLimits({
  database,
  clock,
  isAddressShared,
}: {
  database: Database;
  clock: Clock;
  isAddressShared: boolean;
}) {
  const limitsOf = (accountId: string, address: string): readonly TryLimit[] =>
    tryLimits(accountId, isAddressShared ? null : address);
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);
  return {
    /** Counts an attempt of this person from this address. Refuses with the waiting time when a limit is reached. */
    async reserve(accountId: string, address: string): Promise<void> {
      for (const { key, tries, perMs } of limitsOf(accountId, address)) {
        const now = clock.now();
        const window = await countTry(database.sql, key, now, later(perMs));
        const pause = window.pausedUntil !== null && window.pausedUntil > now ? window.pausedUntil : null;
        if (pause === null && window.tries <= tries) continue;
        const until = pause ?? window.windowEndsAt;
        const retryAfterSec = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
        throw new Refusal('too_many_requests', hubsTexts.tooMany, { retryAfterSec });
      }
    },
    /** Uncounts an attempt without a verdict on the credentials, so that an outage of the hub service locks no one out. */
    async giveBack(accountId: string, address: string): Promise<void> {
      for (const { key } of limitsOf(accountId, address)) await giveBackTry(database.sql, key);
    },

    /** Counts a failed attempt. Repeated failures pause further attempts, longer each time (`pauseAfterMs`). */
    async recordFailure(accountId: string, address: string): Promise<void> {
      for (const { key } of limitsOf(accountId, address)) {
        const failures = await countFailure(database.sql, key, clock.now(), later(-HOUR_MS));
        const pauseMs = pauseAfterMs(failures);
        if (pauseMs > 0) await setPause(database.sql, key, later(pauseMs));
      }
    },
    sweep: (): Promise<void> => deleteOldTries(database.sql, later(-DAY_MS), SWEEP_LIMIT),
  };
}
