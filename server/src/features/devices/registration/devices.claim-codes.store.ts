import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Wrong codes of a person since `after`. */
export async function countAttempts(executor: Executor, accountId: string, after: Date): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select wrong from device_claim_try where account_id = ${accountId} and since > ${after}`.execute(executor);
  return rows[0]?.wrong ?? 0;
}

/** Like `countAttempts`, but locks the count until commit, for a caller that updates the count. */
export async function lockAttempts(tx: Executor, accountId: string, at: Date, after: Date): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    insert into device_claim_try (account_id, wrong, since) values (${accountId}, 0, ${at})
    on conflict (account_id) do update set
      wrong = case when device_claim_try.since > ${after} then device_claim_try.wrong else 0 end,
      since = case when device_claim_try.since > ${after} then device_claim_try.since else excluded.since end
    returning wrong`.execute(tx);
  return rows[0]!.wrong;
}

export async function updateAttempts(tx: Executor, accountId: string, wrong: number): Promise<void> {
  await sql`update device_claim_try set wrong = ${wrong} where account_id = ${accountId}`.execute(tx);
}

export async function deleteAttempts(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from device_claim_try where account_id = ${accountId}`.execute(tx);
}
