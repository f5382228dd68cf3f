import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The facts that decide which devices belong to a company. */
export interface StandingCompany {
  readonly id: string;
  readonly ownerId: string;
}

/**
 * A-35: selects the devices (`d`) of a company: the company's own devices, and devices without a company registered by
 * the owner.
 */
function standsFor(id: RawBuilder<unknown>, ownerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(d.company_id = ${id} or (d.company_id is null and d.registered_by = ${ownerId}))`;
}

export async function countByCompany(
  executor: Executor,
  companies: readonly StandingCompany[],
): Promise<{ companyId: string; count: number }[]> {
  const [ids, ownerIds] = [companies.map(({ id }) => id), companies.map(({ ownerId }) => ownerId)];
  const { rows } = await sql<{ companyId: string; count: number }>`
    select c.id as company_id,
      (select count(*)::int from device d where ${standsFor(sql`c.id`, sql`c.owner_id`)}) as count
    from unnest(${ids}::uuid[], ${ownerIds}::uuid[]) as c (id, owner_id)`.execute(executor);
  return rows;
}

export async function countByInstaller(
  executor: Executor,
  { id, ownerId }: StandingCompany,
): Promise<{ accountId: string; count: number }[]> {
  const { rows } = await sql<{ accountId: string; count: number }>`
    select registered_by as account_id, count(*)::int as count from device d
    where ${standsFor(sql`${id}`, sql`${ownerId}`)} group by registered_by`.execute(executor);
  return rows;
}

export async function hasUserOf(
  executor: Executor,
  accountId: string,
  { id, ownerId }: StandingCompany,
): Promise<boolean> {
  const { rows } = await sql`
    select from device_assignment a join device d on d.id = a.device_id
    where a.account_id = ${accountId} and a.ended_at is null
      and ${standsFor(sql`${id}`, sql`${ownerId}`)}
    limit 1`.execute(executor);
  return rows.length > 0;
}
