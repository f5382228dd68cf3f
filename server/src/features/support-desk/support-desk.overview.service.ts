import { dayIn, dayStart } from '@trace/contract/kernel/calendar';
import { DAY_MS } from '@trace/contract/kernel/time';
import { SEARCH_RESULTS, SILENT_AFTER_MS } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskCounts, DeskFound } from '@trace/contract/support-desk/support-desk.schema';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { searchCompanies } from './support-desk.companies.store.ts';
import type { DeskDevices } from './support-desk.devices.service.ts';
import { countAll } from './support-desk.overview.store.ts';
import { searchPeople } from './support-desk.people.store.ts';

export type DeskOverview = ReturnType<typeof createDeskOverview>;

/** SUPL-03: the figures and the search box of the dashboard. */
export function createDeskOverview({
  database,
  clock,
  devices,
}: {
  database: Database;
  clock: Clock;
  devices: Pick<DeskDevices, 'search'>;
}) {
  return {
    async counts({ timeZone }: Actor): Promise<DeskCounts> {
      const now = clock.now();
      const row = await countAll(database.sql, {
        today: dayStart(timeZone, dayIn(timeZone, now)),
        week: new Date(now.getTime() - 7 * DAY_MS),
        silent: new Date(now.getTime() - SILENT_AFTER_MS),
      });
      const { total, today, online, offline, silent, users, installers } = row;
      return {
        devices: { total, today, online, offline, silent },
        tickets: { open: row.openTickets, urgent: row.urgentTickets },
        companies: { total: row.companies, thisWeek: row.companiesThisWeek },
        users,
        installers,
      };
    },

    async search(search: string): Promise<DeskFound> {
      const [found, people, companies] = await Promise.all([
        devices.search(search, SEARCH_RESULTS),
        searchPeople(database.sql, search, SEARCH_RESULTS),
        searchCompanies(database.sql, search, SEARCH_RESULTS),
      ]);
      return {
        devices: found.map(({ serialNumber, nickname, status, userEmail }) => ({
          serialNumber,
          nickname,
          status,
          userEmail,
        })),
        people,
        companies,
      };
    },
  };
}
