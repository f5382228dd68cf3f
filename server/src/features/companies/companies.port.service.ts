import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import { createBatchLoader, loadAll } from '#platform/grouping/batch-loader';
import type { Executor } from '#platform/db/database';
import type { LinkUses } from './companies.link-uses.service.ts';
import type { CompaniesPort } from './companies.port.ts';
import { cardOf } from './companies.service.ts';
import { requirePermission, type CompaniesDependencies } from './companies.permission.service.ts';
import {
  findCompanyOf,
  findCompanyOfCustomer,
  listBelongings,
  listCompaniesByIds,
  listCompaniesByOwners,
  listJoined,
  listOwned,
  listPeople,
  lockCompany,
  type CompanyRow,
} from './companies.store.ts';

export function createCompaniesPort(
  dependencies: CompaniesDependencies,
  linkUses: LinkUses,
): Omit<CompaniesPort, 'useDevices'> {
  const { database } = dependencies;
  // Every list of devices asks these, so concurrent requests share a query.
  const loadBelonging = createBatchLoader(async (personIds: readonly string[]) => {
    const rows = await listBelongings(database.sql, personIds);
    return new Map(rows.map(({ personId, ...belonging }) => [personId, belonging]));
  });
  const loadCard = createBatchLoader((ids: readonly string[]) => cardsByIds(database.sql, ids));
  const loadCardOfOwner = createBatchLoader((ids: readonly string[]) => cardsByOwners(database.sql, ids));

  return {
    async invitedTo(token) {
      const found = await linkUses.find(token);
      return found && { invitationId: found.invitationId, companyId: found.companyId, name: found.name };
    },

    join: (tx, joiner) => linkUses.join(tx, { ...joiner, email: null, origin: null }),

    async companyOf(personId) {
      const own = await findCompanyOf(database.sql, personId);
      if (own !== null) return { id: own.id, name: own.name, relation: own.ownerId === personId ? 'owner' : 'member' };
      const customer = await findCompanyOfCustomer(database.sql, personId);
      return customer && { id: customer.id, name: customer.name, relation: 'customer' };
    },

    async ownedBy(personIds, executor = database.sql) {
      if (personIds.length === 0) return new Map();
      const rows = await listOwned(executor, personIds);
      return new Map(rows.map(({ ownerId, companyId }) => [ownerId, companyId]));
    },

    async peopleOf(companyIds, executor = database.sql) {
      if (companyIds.length === 0) return new Map();
      const people = new Map<string, string[]>();
      for (const { companyId, personId } of await listPeople(executor, companyIds)) {
        const known = people.get(companyId) ?? [];
        known.push(personId);
        people.set(companyId, known);
      }
      return people;
    },

    async joinedAt(personIds, executor = database.sql) {
      if (personIds.length === 0) return new Map();
      const rows = await listJoined(executor, personIds);
      return new Map(rows.map(({ personId, joinedAt }) => [personId, joinedAt]));
    },

    async belongingOf(personId) {
      return (await loadBelonging(personId)) ?? null;
    },

    async requireFor(tx, actor, companyId, action) {
      await lockCompany(tx, companyId);
      const { row } = await requirePermission(dependencies, tx, actor, companyId, action);
      return { name: row.name, ownerId: row.ownerId };
    },

    cardsOf: (companyIds, tx) => (tx === undefined ? loadAll(loadCard, companyIds) : cardsByIds(tx, companyIds)),

    cardsOfOwners: (personIds, tx) =>
      tx === undefined ? loadAll(loadCardOfOwner, personIds) : cardsByOwners(tx, personIds),
  };
}

async function cardsByIds(executor: Executor, ids: readonly string[]): Promise<Map<string, CompanyCard>> {
  return ids.length === 0 ? new Map() : cardsBy(await listCompaniesByIds(executor, ids), ({ id }) => id);
}

async function cardsByOwners(executor: Executor, ids: readonly string[]): Promise<Map<string, CompanyCard>> {
  return ids.length === 0 ? new Map() : cardsBy(await listCompaniesByOwners(executor, ids), ({ ownerId }) => ownerId);
}

const cardsBy = (rows: readonly CompanyRow[], keyOf: (row: CompanyRow) => string): Map<string, CompanyCard> =>
  new Map(rows.map((row) => [keyOf(row), cardOf(row)]));
