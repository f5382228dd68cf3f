import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewFrame {
  readonly id: string;
  readonly accountId: string;
  readonly seq: number;
  readonly digest: Buffer;
  readonly receivedAt: Date;
  readonly sentAt: Date | null;
  readonly outcome: 'alerted' | 'stored' | 'unsupported' | 'refused';
  readonly codes: readonly string[];
}

/**
 * Serialises the frames of an account until commit. The same frame may arrive by TCP and UDP, or at two processes, at
 * once.
 */
export async function lockFramesOf(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hub frames ' || ${accountId}, 0))`.execute(tx);
}

/** Whether the same content was accepted since an instant, or ever with the same time. */
export async function isKnownFrame(
  tx: Executor,
  { accountId, digest, sentAt }: Pick<NewFrame, 'accountId' | 'digest' | 'sentAt'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from hub_receiver_frame
    where account_id = ${accountId} and digest = ${digest} and outcome <> 'refused'
      and (received_at > ${since} or sent_at = ${sentAt}) limit 1`.execute(tx);
  return rows.length > 0;
}

export async function insertFrame(executor: Executor, frame: NewFrame): Promise<void> {
  await sql`
    insert into hub_receiver_frame (id, account_id, seq, digest, received_at, sent_at, outcome, codes)
    values (${frame.id}, ${frame.accountId}, ${frame.seq}, ${frame.digest}, ${frame.receivedAt}, ${frame.sentAt},
      ${frame.outcome}, ${[...frame.codes]}::text[])`.execute(executor);
}

export async function deleteOldFrames(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from hub_receiver_frame where id in (
      select id from hub_receiver_frame where received_at < ${before} order by received_at limit ${limit}
      for update skip locked)
    returning id`.execute(tx);
  return rows.length;
}
