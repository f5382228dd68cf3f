import { sessionLimits } from '@trace/contract/auth/auth.rules';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { fullName } from '@trace/contract/kernel/full-name';
import { DEVICES_SHOWN, TICKETS_SHOWN } from '@trace/contract/support-desk/support-desk.rules';
import type { listDeskCompanies, listDeskUsers } from '@trace/contract/support-desk/support-desk.people.api';
import type {
  DeskCompany,
  DeskCompanyPage,
  DeskPerson,
  DeskPersonPage,
} from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts as texts } from '@trace/contract/support-desk/support-desk.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { findCompany, listAllCompanies } from './support-desk.companies.store.ts';
import { listDevicesOf } from './support-desk.devices.store.ts';
import { listTicketsAbout } from './support-desk.overview.store.ts';
import { findPersonBelongings, listPeople } from './support-desk.people.store.ts';
import { pageOf, placeIn, presentTicket } from './support-desk.rules.ts';

const timePlaceIn = (after: string | undefined) => placeIn(after, /^(?:[\da-f-]{36}|[\da-f]{32})$/u);

export type DeskPeople = ReturnType<typeof createDeskPeople>;

export interface DeskPeopleDependencies {
  database: Database;
  clock: Clock;
  people: Pick<PeoplePort, 'profileOf'>;
  subscription: Pick<SubscriptionPort, 'giftEndOf' | 'isPremium' | 'premiumAccounts'>;
}

/** SUPP-01: the lists of users, installers and companies, and the page of each. */
export function createDeskPeople({ database, clock, people, subscription }: DeskPeopleDependencies) {
  return {
    async list(
      role: 'user' | 'installer',
      { search, show, after, limit }: QueryOf<typeof listDeskUsers>,
    ): Promise<{ people: DeskPerson[]; next: string | null }> {
      const wanted = { role, search, show, after: timePlaceIn(after), limit: limit + 1 };
      const { shown, next } = pageOf(await listPeople(database.sql, wanted), limit);
      const premium = await subscription.premiumAccounts(shown.flatMap(({ id }) => id ?? []));
      const presented = shown.map(({ since, place: _place, ...row }) => ({
        ...row,
        isPremium: row.id !== null && premium.has(row.id),
        since: since.toISOString(),
      }));
      return { people: presented, next };
    },

    async person(actor: Actor, id: string): Promise<DeskPersonPage> {
      const profile = await people.profileOf(id);
      // T27: nobody reads another staff member's data here.
      if (profile === null || profile.role === 'staff') throw new Refusal('not_found', texts.person.notFound);
      const now = clock.now();
      const idleSince = new Date(now.getTime() - sessionLimits.idleMs);
      const [belongings, owned, tickets, isPremium, giftUntil] = await Promise.all([
        findPersonBelongings(database.sql, id, { now, idleSince }),
        listDevicesOf(database.sql, profile, DEVICES_SHOWN),
        listTicketsAbout(database.sql, { accountId: id }, TICKETS_SHOWN + 1),
        subscription.isPremium(id),
        subscription.giftEndOf(id),
      ]);
      const { email, role, phone, businessName, timeZone } = profile;
      return {
        ...{ id, email, role, phone, businessName, timeZone, isPremium },
        giftUntil: giftUntil?.toISOString() ?? null,
        mayGivePremium: actor.isStaffAdmin === true,
        name: fullName(profile),
        ...belongings,
        devices: owned.devices,
        deviceCount: owned.count,
        tickets: tickets.map(presentTicket),
        createdAt: profile.createdAt.toISOString(),
      };
    },

    async companies({
      search,
      after,
      limit,
    }: QueryOf<typeof listDeskCompanies>): Promise<{ companies: DeskCompany[]; next: string | null }> {
      const rows = await listAllCompanies(database.sql, { search, after: timePlaceIn(after), limit: limit + 1 });
      const { shown, next } = pageOf(rows, limit);
      const presented = shown.map(({ createdAt, place: _place, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
      }));
      return { companies: presented, next };
    },

    async company(id: string): Promise<DeskCompanyPage> {
      const row = await findCompany(database.sql, id, DEVICES_SHOWN);
      if (row === undefined) throw new Refusal('not_found', texts.company.notFound);
      return { ...row, createdAt: row.createdAt.toISOString() };
    },
  };
}
