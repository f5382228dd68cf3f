import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export async function countByCompany(
  executor: Executor,
  companyIds: readonly string[],
): Promise<{ companyId: string; count: number }[]> {
  const { rows } = await sql<{ companyId: string; count: number }>`
    select company_id, count(*)::int as count from device
    where company_id = any(${[...companyIds]}::uuid[]) group by company_id`.execute(executor);
  return rows;
}

export async function countByInstaller(
  executor: Executor,
  companyId: string,
): Promise<{ accountId: string; count: number }[]> {
  const { rows } = await sql<{ accountId: string; count: number }>`
    select registered_by as account_id, count(*)::int as count from device
    where company_id = ${companyId} group by registered_by`.execute(executor);
  return rows;
}

/** By the device's company, or by the owner who registered a device that has none. */
export async function hasUserOf(
  executor: Executor,
  accountId: string,
  company: { id: string; ownerId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from device_assignment a join device d on d.id = a.device_id
    where a.account_id = ${accountId} and a.ended_at is null
      and (d.company_id = ${company.id} or (d.company_id is null and d.registered_by = ${company.ownerId}))
    limit 1`.execute(executor);
  return rows.length > 0;
}
