import type { DevicesPort } from '#features/devices/devices.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { mayFollow } from './tracking.policy.ts';
import { listLeasedBy } from './tracking.lease.store.ts';

/** Who gets the positions of a device pushed. */
export interface Followers {
  /** The people with an open stream who may see a position of this device that was measured at `at`. */
  of(deviceId: number, at: Date): readonly string[];
  /** Decides anew for these people; what is not decided again within two seconds counts no longer. */
  refresh(accountIds: readonly string[]): Promise<void>;
  refreshOne(accountId: string): Promise<void>;
}

/** A decision that could not be renewed (the database is away) ends here: nobody sees what they may see no longer. */
const DECISION_LIVES_MS = 2_000;

interface Decision {
  /** Since when the person may see the positions of each device (law 6). */
  devices: Map<number, Date>;
  decidedAt: number;
}

export interface FollowersDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  subscription: SubscriptionPort;
}

export function createFollowers({ database, clock, devices, subscription }: FollowersDependencies): Followers {
  const decisions = new Map<string, Decision>();
  let byDevice = new Map<number, string[]>();

  const index = (): void => {
    byDevice = new Map();
    for (const [accountId, { devices: seen }] of decisions) {
      for (const deviceId of seen.keys()) byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), accountId]);
    }
  };

  const decide = async (accountIds: readonly string[]): Promise<void> => {
    if (accountIds.length === 0) return;
    const [assigned, leased, premium] = await Promise.all([
      devices.assignedTo(accountIds),
      listLeasedBy(database.sql, accountIds, clock.now()),
      subscription.premiumAccounts(accountIds),
    ]);
    const candidates = [...new Set([...assigned, ...leased].map((pair) => pair.deviceId))];
    const relations = await devices.relationsOf(candidates, accountIds);
    const wanted = new Set([...assigned, ...leased].map((pair) => `${pair.accountId} ${pair.deviceId}`));
    const decidedAt = clock.now().getTime();
    for (const accountId of accountIds) decisions.set(accountId, { devices: new Map(), decidedAt });
    for (const { deviceId, accountId, relation, since } of relations) {
      const isAllowed = mayFollow(relation, premium.has(accountId)) === 'allowed';
      if (isAllowed && wanted.has(`${accountId} ${deviceId}`)) decisions.get(accountId)!.devices.set(deviceId, since);
    }
  };

  return {
    of(deviceId, at) {
      const candidates = byDevice.get(deviceId);
      if (candidates === undefined) return [];
      const now = clock.now().getTime();
      return candidates.filter((accountId) => {
        const decision = decisions.get(accountId);
        if (decision === undefined || now - decision.decidedAt >= DECISION_LIVES_MS) return false;
        const since = decision.devices.get(deviceId);
        return since !== undefined && since <= at;
      });
    },
    async refresh(accountIds) {
      const open = new Set(accountIds);
      for (const accountId of decisions.keys()) if (!open.has(accountId)) decisions.delete(accountId);
      await decide(accountIds);
      index();
    },
    async refreshOne(accountId) {
      await decide([accountId]);
      index();
    },
  };
}
