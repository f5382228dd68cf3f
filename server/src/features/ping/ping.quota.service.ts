import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { pingQuotaEvent } from '@trace/contract/ping/ping.stream';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import type { PingVerdict } from './ping.policy.ts';
import { dayInForce } from './ping.quota.rules.ts';
import { countPing, countRecentPings, findQuota, lockPace, lockQuota, saveQuota, type PingRow } from './ping.store.ts';

/** The limits of pings: per day for a free user, per hour and device for an installer. */
export type Quotas = ReturnType<typeof createQuotas>;

export interface QuotaDependencies {
  database: Database;
  clock: Clock;
  streams: Streams;
  subscription: SubscriptionPort;
}

export function createQuotas({ database, clock, streams, subscription }: QuotaDependencies) {
  const quotaOf = async (account: { accountId: string; timeZone: string }): Promise<PingQuota> => {
    const now = clock.now();
    const [last, isPremium] = await Promise.all([
      findQuota(database.sql, account.accountId),
      subscription.isPremium(account.accountId),
    ]);
    const { used, resetsAt } = dayInForce(last, account.timeZone, now);
    const limit = isPremium ? null : pingRules.freePerDay;
    return { used, limit, resetsAt: resetsAt.toISOString(), timeZone: account.timeZone };
  };

  return {
    quotaOf,

    /** Counts an already stored ping against its limit. A refusal rolls back both. */
    async reserve(executor: Executor, actor: Actor, ping: PingRow, verdict: PingVerdict): Promise<void> {
      if (verdict === 'paced') {
        await lockPace(executor, actor.accountId, ping.deviceId);
        const since = clock.now().getTime() - HOUR_MS;
        const recent = await countRecentPings(executor, actor.accountId, ping.deviceId, new Date(since));
        if (recent.count > pingRules.installerPerHour) {
          const waitMs = (recent.oldest?.getTime() ?? since) - since;
          const retryAfterSec = Math.max(1, Math.ceil(waitMs / SECOND_MS));
          throw new Refusal('too_many_requests', pingTexts.installerLimit, { retryAfterSec });
        }
        return;
      }
      const last = await lockQuota(executor, actor.accountId);
      const day = dayInForce(last, actor.timeZone, clock.now());
      if (verdict === 'counted' && day.used >= pingRules.freePerDay) {
        const retryAfterSec = Math.ceil((day.resetsAt.getTime() - clock.now().getTime()) / SECOND_MS);
        throw new Refusal('daily_ping_limit', pingTexts.limitText, { retryAfterSec });
      }
      await saveQuota(executor, actor.accountId, { ...day, used: day.used + 1 });
      await countPing(executor, ping.id, day.dayNo);
    },

    async push(account: { accountId: string; timeZone: string }): Promise<void> {
      streams.push(pingQuotaEvent, [account.accountId], 'quota', await quotaOf(account));
    },
  };
}
