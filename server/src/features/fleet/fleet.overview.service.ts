import { RECENT_REGISTRATIONS } from '@trace/contract/fleet/fleet.overview.rules';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import type { CommandMonitorPort } from '#features/device-commands/device-commands.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { listTable, type Lists } from './fleet.table.store.ts';
import { systemStatusOf } from './fleet.overview.rules.ts';
import { countOverview, findLongestOffline, listNamesAmong } from './fleet.overview.store.ts';

export type OverviewService = ReturnType<typeof createOverview>;

export interface OverviewDependencies {
  database: Database;
  deviceStatus: Pick<DeviceStatusPort, 'isWatching'>;
  /** The gateway accepts connections. */
  isGatewayOpen(): boolean;
  canWrite(): boolean;
  /** Background jobs run. */
  isWorking(): boolean;
  commands: CommandMonitorPort;
  listsOf(actor: Actor): Promise<Lists>;
}

export function createOverview(dependencies: OverviewDependencies) {
  const { database, commands, deviceStatus, isGatewayOpen, canWrite, isWorking, listsOf } = dependencies;

  const unansweredIn = async (lists: Lists): Promise<Overview['oldestUnanswered']> => {
    const names = new Map<number, string>();
    const found = await commands.oldestUnanswered(async (ids) => {
      const known = await listNamesAmong(database.sql, lists, ids);
      for (const { deviceId, name } of known) names.set(deviceId, name);
      return new Set(known.map(({ deviceId }) => deviceId));
    });
    if (found === null) return null;
    const { deviceId, serial: serialNumber, command, createdAt } = found;
    return { serialNumber, name: names.get(deviceId)!, command, sentAt: createdAt.toISOString() };
  };

  return {
    async overview(actor: Actor): Promise<Overview> {
      const lists = await listsOf(actor);
      const newest = { sort: 'registered', direction: 'desc', from: null, limit: RECENT_REGISTRATIONS } as const;
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
        services: systemStatusOf({
          writes: canWrite(),
          gateway: isGatewayOpen(),
          commands: commands.isDelivering(),
          jobs: isWorking(),
          monitoring: deviceStatus.isWatching(),
        }),
        oldestUnanswered: oldest,
      };
    },
  };
}
