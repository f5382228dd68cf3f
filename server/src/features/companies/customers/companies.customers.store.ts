import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface CustomerRow {
  readonly personId: string;
  readonly joinedAt: Date;
}

/** The place behind which the next page starts. */
export interface CustomerPlace {
  readonly joinedAt: Date;
  readonly personId: string;
}

/** The newest first, from behind `after` on. */
export async function listCustomerRows(
  executor: Executor,
  companyId: string,
  after: CustomerPlace | null,
  limit: number,
): Promise<CustomerRow[]> {
  const isBehind =
    after === null
      ? sql`true`
      : sql`(joined_at, person_id) < (${after.joinedAt}::timestamptz, ${after.personId}::uuid)`;
  const { rows } = await sql<CustomerRow>`
    select person_id, joined_at from company_customer where company_id = ${companyId} and ${isBehind}
    order by joined_at desc, person_id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countCustomers(executor: Executor, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from company_customer where company_id = ${companyId}`.execute(executor);
  return rows[0]!.count;
}

/** False when the person is a customer already. */
export async function insertCustomer(tx: Executor, companyId: string, personId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into company_customer (person_id, company_id, joined_at)
    values (${personId}, ${companyId}, date_trunc('milliseconds', ${at}::timestamptz))
    on conflict do nothing returning person_id`.execute(tx);
  return rows.length === 1;
}

/** Returns false when the person is not a customer of this company. */
export async function deleteCustomer(tx: Executor, companyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from company_customer where company_id = ${companyId} and person_id = ${personId}
    returning person_id`.execute(tx);
  return rows.length === 1;
}

/** Ends every relation of a person as a customer, before the account is deleted. */
export async function deleteCustomerRows(tx: Executor, personId: string): Promise<void> {
  await sql`delete from company_customer where person_id = ${personId}`.execute(tx);
}
