import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import type { DevicesPort } from '#features/devices/devices.port';
import type { LastPingPlace, PingPort } from '#features/ping/ping.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { listLastPositions, type LastPositionRow } from './tracking.places.store.ts';

export type LastPlaces = ReturnType<typeof createLastPlaces>;

export interface LastPlacesDependencies {
  database: Database;
  devices: DevicesPort;
  ping: PingPort;
  subscription: SubscriptionPort;
}

/**
 * Where each of a person's devices was last (UDASH-11). Premium shows reported positions too; the free plan shows pings
 * alone. A person's own devices need no access log entry.
 */
export function createLastPlaces({ database, devices, ping, subscription }: LastPlacesDependencies) {
  return {
    /** Law 6: lists only devices assigned to this person, and no position from before the assignment. */
    async list({ accountId }: Actor): Promise<LastPlace[]> {
      const own = await devices.listOwn(accountId);
      const since = own.map(({ id, since: from }) => ({ id, from }));
      const isPremium = await subscription.isPremium(accountId);
      const [pinged, reported] = await Promise.all([
        ping.listLastPlaces(since),
        isPremium ? listLastPositions(database.sql, since) : [],
      ]);
      const pingOf = new Map(pinged.map((place) => [place.deviceId, place]));
      const reportOf = new Map(reported.map((place) => [place.deviceId, place]));
      return own.flatMap(({ id, serial }) => presentNewest(serial, pingOf.get(id), reportOf.get(id)) ?? []);
    },
  };
}

export function presentNewest(
  serialNumber: string,
  pinged: LastPingPlace | undefined,
  reported: LastPositionRow | undefined,
): LastPlace | undefined {
  if (reported !== undefined && (pinged === undefined || reported.at >= pinged.at)) {
    const { lat, lng, accuracyM, speedMps, at } = reported;
    return { serialNumber, lat, lng, accuracyM, speedMps, at: at.toISOString(), source: 'live_gps' };
  }
  if (pinged === undefined) return undefined;
  const { lat, lng, accuracyM, at } = pinged;
  return { serialNumber, lat, lng, accuracyM, speedMps: null, at: at.toISOString(), source: 'ping' };
}
