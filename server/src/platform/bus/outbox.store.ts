// SQL of the outbox.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

import { cursorText } from './outbox-cursor.ts';
import type { Cursor } from './outbox-cursor.ts';

export const OUTBOX_CHANNEL = 'outbox';

export interface NewEvent {
  readonly kind: string;
  /** Ids of the accounts that may see the event, or of everyone with a role (`everyoneOf`). */
  readonly audience: readonly string[];
  /** Any value that JSON can represent. */
  readonly payload: unknown;
}

export interface OutboxEvent {
  /** The event's place. `readSince(cursor)` starts after this place. */
  readonly cursor: string;
  readonly kind: string;
  readonly audience: readonly string[];
  readonly payload: unknown;
  readonly at: Date;
}

interface Row {
  xid: string;
  id: string;
  kind: string;
  audience: string[];
  payload: unknown;
  at: Date;
}

/** All transactions below this id are finished, so no row can still appear there. */
const finishedBelow = sql`(select pg_snapshot_xmin(pg_current_snapshot()))`;

/** Wakes the readers of all processes when the transaction commits. */
export async function insertEvent(tx: Executor, { kind, audience, payload }: NewEvent): Promise<void> {
  await sql`/* prepared: new event */ with written as (
      insert into outbox (kind, audience, payload)
      values (${kind}, ${audience}::uuid[], ${JSON.stringify(payload)}::jsonb) returning 1
    ) select pg_notify(${OUTBOX_CHANNEL}, '') from written`.execute(tx);
}

/** Returns the place behind all finished transactions. */
export async function findEnd(executor: Executor): Promise<Cursor> {
  const { rows } = await sql<{ xid: string }>`select ${finishedBelow}::text as xid`.execute(executor);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell its snapshot');
  return { xid: row.xid, id: '0' };
}

/**
 * Returns the next events behind `after`, in order. With `audienceIds`, returns only events to one of these ids.
 */
export async function listEvents(
  executor: Executor,
  after: Cursor,
  limit: number,
  audienceIds?: readonly string[],
): Promise<OutboxEvent[]> {
  const visible = audienceIds === undefined ? sql`` : sql`and audience && ${[...audienceIds]}::uuid[]`;
  const { rows } = await sql<Row>`
    select xid::text as xid, id::text as id, kind, audience, payload, at from outbox
    where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and xid < ${finishedBelow} ${visible}
    order by outbox.xid, outbox.id limit ${limit}`.execute(executor);
  return rows.map(eventOf);
}

const eventOf = ({ xid, id, kind, audience, payload, at }: Row): OutboxEvent => ({
  ...{ cursor: cursorText({ xid, id }), kind, audience, payload, at },
});

/**
 * Returns the next events behind `after`, in order, and whether committed events behind these wait for an older
 * transaction to finish.
 */
export async function listTail(
  executor: Executor,
  after: Cursor,
  limit: number,
): Promise<{ events: OutboxEvent[]; isWaiting: boolean }> {
  const { rows } = await sql<Row & { isFinished: boolean }>`
    /* prepared: outbox tail */ select xid::text as xid, id::text as id, kind, audience, payload, at,
      xid < ${finishedBelow} as is_finished
    from outbox where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint)
    order by outbox.xid, outbox.id limit ${limit}`.execute(executor);
  const finished = rows.filter(({ isFinished }) => isFinished);
  return { events: finished.map(eventOf), isWaiting: finished.length < rows.length };
}

/** Returns the place up to which events were pruned, and the newest transaction: a later place is of another database. */
export async function findBounds(executor: Executor): Promise<{ horizon: Cursor; newestXid: string }> {
  const { rows } = await sql<Cursor & { newestXid: string }>`
    select xid::text as xid, id::text as id, pg_snapshot_xmax(pg_current_snapshot())::text as newest_xid
    from outbox_horizon`.execute(executor);
  const [row] = rows;
  if (row === undefined) throw new Error('the outbox has no horizon');
  return { horizon: { xid: row.xid, id: row.id }, newestXid: row.newestXid };
}

/** Removes up to `limit` events older than `keepSec` and remembers how far; answers how many. */
export async function deleteOldEvents(executor: Executor, keepSec: number, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      delete from outbox where id in (
        select id from outbox where at < now() - make_interval(secs => ${keepSec}) order by at limit ${limit}
      ) returning xid, id
    ), furthest as (
      select xid, id from old order by xid desc, id desc limit 1
    ), moved as (
      update outbox_horizon set xid = furthest.xid, id = furthest.id from furthest
      where (furthest.xid, furthest.id) > (outbox_horizon.xid, outbox_horizon.id)
    ) select count(*) as deleted from old`.execute(executor);
  return rows[0]?.deleted ?? 0;
}
