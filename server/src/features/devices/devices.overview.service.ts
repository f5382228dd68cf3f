import type { CommandName } from '@trace/contract/device-protocol/commands';
import { RECENT_REGISTRATIONS } from '@trace/contract/devices/devices.overview.rules';
import type { Overview } from '@trace/contract/devices/devices.overview.schema';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { listTable, type Lists } from './devices.list.store.ts';
import { systemStatusOf, type PartsAlive } from './devices.overview.rules.ts';
import { countOverview, findLongestOffline, listNamesAmong } from './devices.overview.store.ts';

/** A command that has not ended. */
export interface Unanswered {
  deviceId: number;
  serial: string;
  command: CommandName;
  createdAt: Date;
}

export interface OverviewService {
  overview(actor: Actor): Promise<Overview>;
}

export interface OverviewDependencies {
  database: Database;
  /** Asked at each call: nothing here is remembered. */
  partsAlive(): PartsAlive;
  /** The oldest command that has not ended, of the devices that `among` picks out. */
  oldestUnanswered(among: (ids: readonly number[]) => Promise<ReadonlySet<number>>): Promise<Unanswered | null>;
  listsOf(actor: Actor): Promise<Lists>;
}

export function createOverview(dependencies: OverviewDependencies): OverviewService {
  const { database, partsAlive, oldestUnanswered, listsOf } = dependencies;

  const unansweredIn = async (lists: Lists): Promise<Overview['oldestUnanswered']> => {
    const names = new Map<number, string>();
    const found = await oldestUnanswered(async (ids) => {
      const known = await listNamesAmong(database.sql, lists, ids);
      for (const { deviceId, name } of known) names.set(deviceId, name);
      return new Set(known.map(({ deviceId }) => deviceId));
    });
    if (found === null) return null;
    const { deviceId, serial: serialNumber, command, createdAt } = found;
    return { serialNumber, name: names.get(deviceId)!, command, sentAt: createdAt.toISOString() };
  };

  return {
    async overview(actor) {
      const lists = await listsOf(actor);
      const newest = { sort: 'registered', from: null, limit: RECENT_REGISTRATIONS } as const;
      const [counted, longest, recent, oldest] = await Promise.all([
        countOverview(database.sql, lists),
        findLongestOffline(database.sql, lists),
        listTable(database.sql, lists, {}, newest),
        unansweredIn(lists),
      ]);
      const { offline, awaiting, unassigned, ...counts } = counted;
      const longestOffline = longest && { name: longest.name, since: longest.seenAt.toISOString() };
      return {
        counts,
        waiting: { offline, awaiting, unassigned, longestOffline },
        recent: recent.map(({ serial: serialNumber, name, registeredAt }) => ({
          serialNumber,
          name,
          registeredAt: registeredAt.toISOString(),
        })),
        services: systemStatusOf(partsAlive()),
        oldestUnanswered: oldest,
      };
    },
  };
}
