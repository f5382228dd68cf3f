import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { PersonData } from '#platform/actor/person-data';
import { releaseDrafts } from './companies.logos.store.ts';
import { deleteCustomerRows } from './customers/companies.customers.store.ts';
import { announceCompanyOf } from './companies.events.ts';
import { endActive } from './companies.invitations.store.ts';
import { limitsAt } from './companies.links.service.ts';
import { deletePersonsRows, listRowsOf } from './companies.members.store.ts';
import { findCompanyOf, findCompanyOfCustomer } from './companies.store.ts';

/** SET-03: an owner first transfers or deletes the company. Devices stay with their users and the company. */
export const companiesPersonData: PersonData = {
  feature: 'companies',

  async read(executor, personId) {
    const own = await findCompanyOf(executor, personId);
    const customer = await findCompanyOfCustomer(executor, personId);
    const rows = await listRowsOf(executor, personId);
    return {
      company: own && { name: own.name, email: own.email, isOwner: own.ownerId === personId },
      customerOf: customer?.name ?? null,
      memberships: rows.map(({ company, status, invitedAt, respondedAt }) => ({
        company,
        status,
        invitedAt: invitedAt.toISOString(),
        respondedAt: respondedAt?.toISOString() ?? null,
      })),
    };
  },

  async holdsBack(executor, personId) {
    const own = await findCompanyOf(executor, personId);
    return own?.ownerId === personId ? texts.ownerHoldsBack : null;
  },

  async forget(tx, personId, at) {
    const own = await findCompanyOf(tx, personId);
    await announceCompanyOf(tx, personId);
    await deletePersonsRows(tx, personId);
    // A former employee could join again with the link, under another address. After the membership, in the order of
    // `remove` and `leave`, so that a concurrent removal of this employee causes no deadlock.
    if (own !== null) await endActive(tx, own.id, limitsAt(at));
    await deleteCustomerRows(tx, personId);
    await releaseDrafts(tx, personId, at);
  },
};
