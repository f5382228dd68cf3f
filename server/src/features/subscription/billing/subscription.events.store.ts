import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string;
  readonly at: Date;
}

/** Returns false if the event was already stored. */
export async function insertEvent(tx: Executor, { id, type, customerId, at }: NewEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into billing_event (id, type, customer_id, received_at) values (${id}, ${type}, ${customerId}, ${at})
    on conflict (id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** The newest event of a customer that waits; null when none does. */
export async function findNewestWaiting(executor: Executor, customerId: string): Promise<number | null> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq)::float8 as seq from billing_event
    where customer_id = ${customerId} and applied_at is null`.execute(executor);
  return rows[0]?.seq ?? null;
}

/** Marks the waiting events up to the given event and returns their number. */
export async function updateApplied(tx: Executor, customerId: string, upTo: number, at: Date): Promise<number> {
  const { rows } = await sql`
    update billing_event set applied_at = ${at}
    where customer_id = ${customerId} and applied_at is null and seq <= ${upTo} returning 1`.execute(tx);
  return rows.length;
}

export async function deleteOldEvents(executor: Executor, before: Date): Promise<void> {
  await sql`delete from billing_event where applied_at < ${before}`.execute(executor);
}
