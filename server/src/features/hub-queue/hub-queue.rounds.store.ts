import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Notifies the reader that staff asked for a round. */
export const ROUND_CHANNEL = 'hub_queue_round';
/** Notifies the asking process that a round is finished. The payload is the id. */
export const ROUND_DONE_CHANNEL = 'hub_queue_round_done';

export interface OpenRound {
  readonly id: string;
  /** Null: all hubs. */
  readonly hubId: string | null;
}

export interface FinishedRound {
  readonly processed: number;
  readonly messages: number;
  readonly trouble: 'refused' | 'unavailable' | null;
}

export async function insertRound(tx: Executor, { id, hubId }: OpenRound, askedAt: Date): Promise<void> {
  await sql`insert into hub_queue_round (id, hub_id, asked_at) values (${id}, ${hubId}, ${askedAt})`.execute(tx);
  await sql`select pg_notify(${ROUND_CHANNEL}, '')`.execute(tx);
}

export async function listOpenRounds(executor: Executor, askedAfter: Date): Promise<OpenRound[]> {
  const { rows } = await sql<OpenRound>`
    select id, hub_id from hub_queue_round where finished_at is null and asked_at > ${askedAfter}
    order by asked_at limit 100`.execute(executor);
  return rows;
}

export async function finishRound(executor: Executor, id: string, at: Date, end: FinishedRound): Promise<void> {
  await sql`
    with finished as (
      update hub_queue_round set finished_at = ${at}, processed = ${end.processed}, messages = ${end.messages},
        trouble = ${end.trouble}
      where id = ${id} returning id
    ) select pg_notify(${ROUND_DONE_CHANNEL}, id::text) from finished`.execute(executor);
}

/** Null: the round is still open. */
export async function findFinishedRound(executor: Executor, id: string): Promise<FinishedRound | null> {
  const { rows } = await sql<FinishedRound>`
    select processed, messages, trouble from hub_queue_round
    where id = ${id} and finished_at is not null`.execute(executor);
  return rows[0] ?? null;
}

export async function deleteOldRounds(executor: Executor, before: Date): Promise<void> {
  await sql`delete from hub_queue_round where asked_at < ${before}`.execute(executor);
}
