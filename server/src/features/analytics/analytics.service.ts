import { analyticsRules, UNKNOWN_COUNTRY } from '@trace/contract/analytics/analytics.rules';
import type { Analytics, DeviceGroup, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { dayIn, dayStart } from '@trace/contract/kernel/calendar';
import { ticketPriorities, ticketStatuses } from '@trace/contract/tickets/tickets.schema';
import type { DeviceCountsPort } from '#features/devices/devices.port';
import type { StatusCountsPort } from '#features/device-status/device-status.port';
import type { TicketCountsPort, TicketTotals } from '#features/tickets/tickets.port';
import type { Actor } from '#platform/actor/actor';
import { listRecentActivity } from '#platform/audit/activity';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { activeSince } from './analytics.active.rules.ts';
import { countGroup, listCategoryCounts, listCountryCounts, listGroup } from './analytics.store.ts';
import type { UpdateService } from './analytics.update.service.ts';

const SECONDS_PER_HOUR = 3_600;

export interface AnalyticsDependencies {
  database: Database;
  clock: Clock;
  devices: DeviceCountsPort;
  deviceStatus: StatusCountsPort;
  tickets: TicketCountsPort;
  update: Pick<UpdateService, 'newest'>;
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/** The analytics page (ANA-01 to ANA-05). T57: only support staff reach it. */
export function createAnalyticsService(dependencies: AnalyticsDependencies) {
  const { database, clock, devices, deviceStatus, tickets, update } = dependencies;

  /** Registrations since the viewer's midnight. */
  const countNew = async (timeZone: string): Promise<number> => {
    const now = clock.now();
    const midnight = dayStart(timeZone, dayIn(timeZone, now));
    const quarters = await devices.registrationsBetween(database.sql, midnight, new Date(now.getTime() + 1));
    return quarters.reduce((sum, { count }) => sum + count, 0);
  };

  return {
    async read({ timeZone }: Actor): Promise<Analytics> {
      const [countries, categories, active, newToday, totals, words, nicknames, activity, run] = await Promise.all([
        listCountryCounts(database.sql),
        listCategoryCounts(database.sql),
        deviceStatus.countHeardSince(activeSince(clock.now())),
        countNew(timeZone),
        tickets.totals(),
        tickets.issueWords({ minLetters: analyticsRules.issueWordMinLetters, limit: analyticsRules.topIssueWords }),
        devices.topNicknames(analyticsRules.topNicknames),
        listRecentActivity(database.sql, analyticsRules.recentActivity),
        update.newest(),
      ]);
      return {
        devices: {
          total: categories.reduce((sum, { count }) => sum + count, 0),
          active,
          newToday,
          countries: countries.filter(({ key }) => key !== null).length,
        },
        tickets: { ...presentTotals(totals), issueWords: words },
        byCountry: countries
          .slice(0, analyticsRules.topCountries)
          .map(({ key, count }) => ({ country: key ?? UNKNOWN_COUNTRY, count })),
        byCategory: categories.map(({ key, count }) => ({ category: key, count })),
        nicknames,
        activity: activity.map(({ id, action, userEmail, createdAt }) => ({
          ...{ id, action, email: userEmail },
          at: createdAt.toISOString(),
        })),
        run,
      };
    },

    /** The newest devices of a country or a category, and how many there are. */
    async group(group: DeviceGroup): Promise<{ devices: GroupDevice[]; total: number }> {
      const [rows, total] = await Promise.all([
        listGroup(database.sql, group, analyticsRules.popoverDevices),
        countGroup(database.sql, group),
      ]);
      const ids = rows.map(({ deviceId }) => deviceId);
      const [nicknames, active] = await Promise.all([
        devices.nicknamesOf(ids),
        deviceStatus.heardSince(ids, activeSince(clock.now())),
      ]);
      return {
        devices: rows.map(({ deviceId: id, country, category }) => ({
          ...{ id, category, country: country ?? UNKNOWN_COUNTRY },
          nickname: nicknames.get(id) ?? null,
          isActive: active.has(id),
        })),
        total,
      };
    },
  };
}

function presentTotals({ total, byStatus, byPriority, averageResolutionSec }: TicketTotals) {
  return {
    total,
    open: byStatus.get('open') ?? 0,
    resolved: byStatus.get('resolved') ?? 0,
    averageResolutionHours: averageResolutionSec === null ? null : averageResolutionSec / SECONDS_PER_HOUR,
    byPriority: ticketPriorities.map((priority) => ({ priority, count: byPriority.get(priority) ?? 0 })),
    byStatus: ticketStatuses.map((status) => ({ status, count: byStatus.get(status) ?? 0 })),
  };
}
