import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import type { CompaniesPort, CompanyDevices } from '#features/companies/companies.port';
import type { Database, Executor } from '#platform/db/database';
import { countByInstaller, hasUserOf } from './devices.companies.store.ts';
import type { DeviceRow } from './devices.store.ts';

export function createCompanyDevices({ database }: { database: Database }): Omit<CompanyDevices, 'takeDeparted'> {
  return {
    async countsOf(companyIds) {
      const counts = new Map<string, number>();
      for (const { companyId, count } of await countByInstaller(database.sql, companyIds)) {
        counts.set(companyId, (counts.get(companyId) ?? 0) + count);
      }
      return counts;
    },
    async registeredBy(companyId) {
      const rows = await countByInstaller(database.sql, [companyId]);
      return new Map(rows.map(({ accountId, count }) => [accountId, count]));
    },
    isUserOf: (accountId, company) => hasUserOf(database.sql, accountId, company),
  };
}

/**
 * GUARD-05: finds the company that a device shows: the company since registration, or else the company owned by the
 * installer. Makes two look-ups for any number of devices.
 */
export async function companiesOf(
  companies: Pick<CompaniesPort, 'cardsOf' | 'cardsOfOwners'>,
  rows: readonly DeviceRow[],
  executor?: Executor,
): Promise<(row: DeviceRow) => CompanyCard | null> {
  const [own, ownersOf] = await Promise.all([
    companies.cardsOf([...new Set(rows.flatMap(({ companyId }) => companyId ?? []))], executor),
    companies.cardsOfOwners(
      [...new Set(rows.flatMap((row) => (row.companyId === null ? row.registeredBy : [])))],
      executor,
    ),
  ]);
  return (row) => (row.companyId === null ? ownersOf.get(row.registeredBy) : own.get(row.companyId)) ?? null;
}
