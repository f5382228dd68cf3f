import type { SetAsideReason } from '@trace/contract/hub-queue/hub-queue.rules';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewQueueEvent {
  readonly key: string;
  readonly outcome: 'alerted' | 'stored' | 'unreadable' | 'failed';
  readonly reason: SetAsideReason | null;
  readonly hubId: string | null;
  readonly connection: 'lost' | 'regained' | null;
  readonly happenedAt: Date | null;
  readonly receivedAt: Date;
  /** Empty for a processed event. */
  readonly body: string;
}

/** Returns false for an event that is already stored. */
export async function insertEvent(tx: Executor, event: NewQueueEvent): Promise<boolean> {
  const { key, outcome, reason, hubId, connection, happenedAt, receivedAt, body } = event;
  const { rows } = await sql`
    insert into hub_queue_event (event_key, outcome, reason, hub_id, connection, happened_at, received_at, body)
    values (${key}, ${outcome}, ${reason}, ${hubId}, ${connection}, ${happenedAt}, ${receivedAt}, ${body})
    on conflict (event_key) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Keeps the newest state of a hub, also when older events arrive later. */
export async function saveConnection(
  tx: Executor,
  { hubId, connection, at }: { hubId: string; connection: 'lost' | 'regained'; at: Date },
): Promise<void> {
  await sql`
    insert into hub_queue_connection (hub_id, connection, since) values (${hubId}, ${connection}, ${at})
    on conflict (hub_id) do update set connection = excluded.connection, since = excluded.since
    where hub_queue_connection.since <= excluded.since`.execute(tx);
}

export interface FailedEvent {
  readonly id: number;
  readonly key: string;
  readonly receivedAt: Date;
  readonly body: string;
}

export const hasFailed = (): RawBuilder<boolean> => sql`exists (select from hub_queue_event where outcome = 'failed')`;

/** Oldest first, beginning after this id. */
export async function listFailedIds(executor: Executor, afterId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from hub_queue_event where outcome = 'failed' and id > ${afterId} order by id limit ${limit}`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

/** Locks a failed event. Returns null if another process has locked or processed the event. */
export async function lockFailed(tx: Executor, id: number): Promise<FailedEvent | null> {
  const { rows } = await sql<FailedEvent>`
    select id, event_key as key, received_at, body from hub_queue_event
    where id = ${id} and outcome = 'failed' for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

export async function updateOutcome(tx: Executor, id: number, outcome: 'alerted' | 'stored'): Promise<void> {
  await sql`update hub_queue_event set outcome = ${outcome}, reason = null, body = '' where id = ${id}`.execute(tx);
}

/** A failed message that holds no event. */
export async function updateUnreadable(tx: Executor, id: number, reason: SetAsideReason): Promise<void> {
  await sql`update hub_queue_event set outcome = 'unreadable', reason = ${reason} where id = ${id}`.execute(tx);
}

/** Returns the number of deleted events. */
export async function deleteOldEvents(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from hub_queue_event where id in (
      select id from hub_queue_event where received_at < ${before} order by received_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}

/** Deletes the connection of each hub that reported none since `before`. */
export async function deleteOldConnections(executor: Executor, before: Date): Promise<void> {
  await sql`delete from hub_queue_connection where since < ${before}`.execute(executor);
}
