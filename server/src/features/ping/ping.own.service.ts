import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import type { DeviceSince, LastPingPlace } from './ping.port.ts';
import { presentLocation } from './ping.present.rules.ts';
import { listLastLocations, listLocationsOfAll } from './ping.store.ts';

export type OwnPings = ReturnType<typeof createOwnPings>;

/** The ping locations of all devices of one person (PING-11). A person's own devices need no access log entry. */
export function createOwnPings({ database, devices }: { database: Database; devices: DevicesPort }) {
  return {
    /** Law 6: lists only devices assigned to this person, and no location from before the assignment. */
    async list({ accountId }: Actor): Promise<PingLocation[]> {
      const own = await devices.listOwn(accountId);
      const since = own.map(({ id, since: from }) => ({ id, from }));
      return (await listLocationsOfAll(database.sql, since, pingRules.historyLength)).map(presentLocation);
    },

    listLastPlaces: (since: readonly DeviceSince[]): Promise<LastPingPlace[]> => listLastLocations(database.sql, since),
  };
}
