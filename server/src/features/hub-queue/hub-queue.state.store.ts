import type { SetAsideReason } from '@trace/contract/hub-queue/hub-queue.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ReaderState {
  readonly lastPollAt: Date | null;
  readonly trouble: 'refused' | 'unavailable' | null;
  readonly troubleReason: string | null;
  readonly waiting: number | null;
  readonly lastEventAt: Date | null;
  readonly lastAlertAt: Date | null;
  readonly setAside: number;
}

export async function readState(executor: Executor): Promise<ReaderState> {
  const { rows } = await sql<ReaderState>`
    select last_poll_at, trouble, trouble_reason, waiting,
      (select max(received_at) from hub_queue_event) as last_event_at,
      (select max(received_at) from hub_queue_event where outcome = 'alerted') as last_alert_at,
      (select count(*)::int from hub_queue_event where outcome in ('unreadable', 'failed')) as set_aside
    from hub_queue_reader`.execute(executor);
  return rows[0]!;
}

export async function countSetAsideSince(executor: Executor, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hub_queue_event
    where outcome in ('unreadable', 'failed') and received_at > ${since}`.execute(executor);
  return rows[0]!.count;
}

export async function listLostHubs(executor: Executor, limit: number): Promise<{ hubId: string; since: Date }[]> {
  const { rows } = await sql<{ hubId: string; since: Date }>`
    select hub_id, since from hub_queue_connection where connection = 'lost'
    order by since limit ${limit}`.execute(executor);
  return rows;
}

export interface SetAsideRow {
  readonly id: number;
  readonly reason: SetAsideReason;
  readonly sizeBytes: number;
  readonly receivedAt: Date;
}

/** Newest first. `before` is the id that the page before ended with. */
export async function listSetAsideRows(
  executor: Executor,
  { before, limit }: { before: number | null; limit: number },
): Promise<SetAsideRow[]> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  const { rows } = await sql<SetAsideRow>`
    select id, reason, octet_length(body) as size_bytes, received_at from hub_queue_event
    where outcome in ('unreadable', 'failed') ${older} order by id desc limit ${limit}`.execute(executor);
  return rows;
}
