import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewGrant {
  readonly accountId: string;
  readonly endsAt: Date;
  readonly source: string;
  readonly at: Date;
}

/** Until when the account has premium, also when that has passed. */
export async function findEnd(executor: Executor, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ endsAt: Date }>`
    select ends_at from subscription where account_id = ${accountId}`.execute(executor);
  return rows[0]?.endsAt;
}

/** The same, and nobody changes it before the transaction is over. */
export async function holdEnd(tx: Executor, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ endsAt: Date }>`
    select ends_at from subscription where account_id = ${accountId} for share`.execute(tx);
  return rows[0]?.endsAt;
}

export async function listPremium(executor: Executor, accountIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from subscription
    where account_id = any(${[...accountIds]}::uuid[]) and ends_at > ${at}`.execute(executor);
  return rows.map((row) => row.accountId);
}

/** False when nothing changed by it. */
export async function upsertGrant(executor: Executor, { accountId, endsAt, source, at }: NewGrant): Promise<boolean> {
  const { rows } = await sql`
    insert into subscription as known (account_id, tier, ends_at, source, updated_at)
    values (${accountId}, 'premium', ${endsAt}, ${source}, ${at})
    on conflict (account_id) do update
      set ends_at = excluded.ends_at, source = excluded.source, updated_at = excluded.updated_at
      where (known.ends_at, known.source) is distinct from (excluded.ends_at, excluded.source)
    returning account_id`.execute(executor);
  return rows.length > 0;
}

export async function findPlan(
  executor: Executor,
  accountId: string,
): Promise<{ tier: string; endsAt: Date; source: string } | undefined> {
  const { rows } = await sql<{ tier: string; endsAt: Date; source: string }>`
    select tier, ends_at, source from subscription where account_id = ${accountId}`.execute(executor);
  return rows[0];
}

export async function deletePlan(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from subscription where account_id = ${accountId}`.execute(executor);
}
