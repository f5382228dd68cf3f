import type { CompanyCard } from '@trace/contract/companies/companies.schema';
import type { LinksService } from './companies.links.service.ts';
import type { CompaniesPort } from './companies.port.ts';
import { cardOf } from './companies.service.ts';
import type { CompaniesDependencies } from './companies.standing.service.ts';
import {
  findCompanyOf,
  findCompanyOfCustomer,
  listCompaniesByIds,
  listCompaniesByOwners,
  type CompanyRow,
} from './companies.store.ts';

export function createCompaniesPort({ database }: CompaniesDependencies, links: LinksService): CompaniesPort {
  return {
    async invitedTo(token) {
      const found = await links.find(token);
      return found && { invitationId: found.invitationId, companyId: found.companyId, name: found.name };
    },

    join: (tx, joiner) => links.join(tx, { ...joiner, email: null, origin: null }),

    async companyOf(personId) {
      const own = await findCompanyOf(database.sql, personId);
      if (own !== null) return { id: own.id, name: own.name, relation: own.ownerId === personId ? 'owner' : 'member' };
      const customer = await findCompanyOfCustomer(database.sql, personId);
      return customer && { id: customer.id, name: customer.name, relation: 'customer' };
    },

    async cardsOf(companyIds) {
      if (companyIds.length === 0) return new Map();
      return cardsBy(await listCompaniesByIds(database.sql, companyIds), ({ id }) => id);
    },

    async cardsOfOwners(personIds) {
      if (personIds.length === 0) return new Map();
      return cardsBy(await listCompaniesByOwners(database.sql, personIds), ({ ownerId }) => ownerId);
    },
  };
}

const cardsBy = (rows: readonly CompanyRow[], keyOf: (row: CompanyRow) => string): Map<string, CompanyCard> =>
  new Map(rows.map((row) => [keyOf(row), cardOf(row)]));
