import type { Database } from '#platform/db/database';
import { announceChange } from './location-access.events.ts';
import { findBreakGlass } from './break-glass/location-access.break-glass.store.ts';
import type { GrantBasis } from './location-access.grant-basis.service.ts';
import { insertAccessLogEntries } from './location-access.access-log.store.ts';
import type { LiveGrant, LocationAccessPort } from './location-access.port.ts';
import { needsGrant, sightBy } from './location-access.policy.ts';
import { findRequest, lockRunning, listRunning, type GrantRow } from './location-access.store.ts';

export interface GrantsDependencies {
  database: Database;
  grantBasis: GrantBasis;
}

/** The positions that a person may see now, and the access log of what was seen. */
export function createGrantsService({
  database,
  grantBasis,
}: GrantsDependencies): Omit<LocationAccessPort, 'supportSightOf' | 'onEnded'> {
  /**
   * If the process dies before this call, the entry is already written. An open access log then finds the entry by
   * polling.
   */
  const publishView = (id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await findRequest(tx, id);
      if (row !== null) await announceChange(tx, row, 'looked');
    });

  const publishSupportView = (id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await findBreakGlass(tx, id);
      if (row !== null && row.userId !== null)
        await announceChange(tx, { ...row, userId: row.userId, requesterId: row.staffId }, 'looked');
    });

  const liveGrants: LocationAccessPort['liveGrants'] = async ({ accountIds, deviceIds }) => {
    if (accountIds.length === 0) return [];
    const running = await listRunning(database.sql, accountIds, deviceIds);
    return running.length === 0 ? [] : (await grantBasis.validOf(running)).map(toLiveGrant);
  };

  return {
    liveGrants,
    sightBy,

    async locationAccessOf(accountId, device) {
      if (!needsGrant(device.relation)) return sightBy(device, null);
      const grants = await liveGrants({ accountIds: [accountId], deviceIds: [device.id] });
      return sightBy(device, grants[0] ?? null);
    },

    async lockLocationAccess(tx, accountId, device) {
      if (!needsGrant(device.relation)) return sightBy(device, null);
      const row = await lockRunning(tx, accountId, device.id);
      return sightBy(device, row !== null && (await grantBasis.isStillValid(tx, row)) ? toLiveGrant(row) : null);
    },

    async recordViews(executor, looks) {
      const seen = looks.filter(({ positions }) => positions > 0);
      if (seen.length === 0) return [];
      const { places, begunUnder, begunBySupport } = await insertAccessLogEntries(executor, seen);
      for (const id of begunUnder) await publishView(id);
      for (const id of begunBySupport) await publishSupportView(id);
      return places.sort((one, other) => one - other).map((place) => seen[place]!);
    },
  };
}

const toLiveGrant = (row: GrantRow): LiveGrant => ({
  grantId: row.id,
  deviceId: row.deviceId,
  accountId: row.requesterId,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
});
