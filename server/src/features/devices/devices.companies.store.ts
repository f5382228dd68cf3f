import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** counts the devices that belong to these companies, by the installer who registered them. */
export async function countByInstaller(
  executor: Executor,
  companyIds: readonly string[],
): Promise<{ companyId: string; accountId: string; count: number }[]> {
  const { rows } = await sql<{ companyId: string; accountId: string; count: number }>`
    select company_id, registered_by as account_id, count(*)::int as count from device
    where company_id = any(${companyIds}::uuid[])
    group by company_id, registered_by`.execute(executor);
  return rows;
}

/**
 * a company is responsible for its own devices, and for devices without a company that its owner registered.
 */
export async function hasUserOf(
  executor: Executor,
  accountId: string,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from device_assignment a join device d on d.id = a.device_id
    where a.account_id = ${accountId} and a.ended_at is null
      and (d.company_id = ${id} or (d.company_id is null and d.registered_by = ${ownerId}))
    limit 1`.execute(executor);
  return rows.length > 0;
}
