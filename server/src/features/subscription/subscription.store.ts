import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewGrant {
  readonly accountId: string;
  readonly endsAt: Date;
  readonly source: string;
  readonly at: Date;
}

/** Until when the accounts have premium, also when that has passed. */
export async function listEnds(executor: Executor, accountIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ accountId: string; endsAt: Date }>`/* prepared read: ends of premium */
    select account_id, ends_at from subscription where account_id = any(${accountIds}::uuid[])`.execute(executor);
  return new Map(rows.map(({ accountId, endsAt }) => [accountId, endsAt]));
}

/** Same for a single account, but locks the row until the end of the transaction. */
export async function lockEnd(tx: Executor, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ endsAt: Date }>`
    select ends_at from subscription where account_id = ${accountId} for share`.execute(tx);
  return rows[0]?.endsAt;
}

export async function listPremium(executor: Executor, accountIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`/* prepared: users with premium */
    select account_id from subscription
    where account_id = any(${[...accountIds]}::uuid[]) and ends_at > ${at}`.execute(executor);
  return rows.map((row) => row.accountId);
}

/** Stores granted premium beside paid premium. Returns false if the grant is unchanged. */
export async function upsertGrant(executor: Executor, { accountId, endsAt, source, at }: NewGrant): Promise<boolean> {
  const { rows } = await sql`
    insert into subscription as known (account_id, tier, granted_until, source, updated_at)
    values (${accountId}, 'premium', ${endsAt}, ${source}, ${at})
    on conflict (account_id) do update
      set granted_until = excluded.granted_until, source = excluded.source, updated_at = excluded.updated_at
      where (known.granted_until, known.source) is distinct from (excluded.granted_until, excluded.source)
    returning account_id`.execute(executor);
  return rows.length > 0;
}

export interface StoredGrant {
  readonly grantedUntil: Date | null;
  /** The later end of granted and paid premium. */
  readonly endsAt: Date;
}

export async function findGrant(executor: Executor, accountId: string): Promise<StoredGrant | undefined> {
  const { rows } = await sql<StoredGrant>`
    select granted_until, ends_at from subscription where account_id = ${accountId}`.execute(executor);
  return rows[0];
}

/** Stores paid premium beside granted premium. */
export async function upsertBilled(tx: Executor, accountId: string, until: Date, at: Date): Promise<void> {
  await sql`
    insert into subscription (account_id, tier, billed_until, updated_at) values (${accountId}, 'premium', ${until}, ${at})
    on conflict (account_id) do update set billed_until = excluded.billed_until, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

/** Ends paid premium now, unless already ended. */
export async function endBilled(tx: Executor, accountId: string, at: Date): Promise<void> {
  await sql`
    update subscription set billed_until = ${at}, updated_at = ${at}
    where account_id = ${accountId} and billed_until > ${at}`.execute(tx);
}

export async function findPlan(
  executor: Executor,
  accountId: string,
): Promise<{ tier: string; endsAt: Date; source: string | null } | undefined> {
  const { rows } = await sql<{ tier: string; endsAt: Date; source: string | null }>`
    select tier, ends_at, source from subscription where account_id = ${accountId}`.execute(executor);
  return rows[0];
}

export async function deletePlan(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from subscription where account_id = ${accountId}`.execute(executor);
}
