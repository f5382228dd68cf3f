import type { DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Database } from '#platform/db/database';
import { mayFollow } from '../tracking.policy.ts';
import { deleteLeasesOf, type FollowedDevice } from './tracking.lease.store.ts';

export interface LeaseRightsDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'relationsOf'>;
  subscription: Pick<SubscriptionPort, 'premiumAccounts'>;
  access: Pick<LocationAccessPort, 'liveGrants'>;
}

/** Deletes the leases of followers who have lost the right to follow. */
export function createEndWithoutRight({ database, devices, subscription, access }: LeaseRightsDependencies) {
  return async (followed: readonly FollowedDevice[]): Promise<void> => {
    const accountIds = [...new Set(followed.flatMap((device) => device.accountIds))];
    if (accountIds.length === 0) return;
    const deviceIds = followed.map((device) => device.deviceId);
    const [premium, relations, grants] = await Promise.all([
      subscription.premiumAccounts(accountIds),
      devices.relationsOf(deviceIds, accountIds),
      access.liveGrants({ accountIds, deviceIds }),
    ]);
    const granted = new Set(grants.map((grant) => `${grant.deviceId} ${grant.accountId}`));
    const allowed = new Set(
      relations
        .filter(({ relation, deviceId, accountId }) => {
          const of = { isPremium: premium.has(accountId), hasGrant: granted.has(`${deviceId} ${accountId}`) };
          return mayFollow(relation, of) === 'allowed';
        })
        .map((pair) => `${pair.deviceId} ${pair.accountId}`),
    );
    const ended = followed
      .flatMap(({ deviceId, accountIds: followers }) => followers.map((accountId) => ({ deviceId, accountId })))
      .filter((pair) => !allowed.has(`${pair.deviceId} ${pair.accountId}`));
    if (ended.length > 0) await deleteLeasesOf(database.sql, ended);
  };
}
