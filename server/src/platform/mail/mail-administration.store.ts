// SQL of the operator's view of the mails.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

import type { MailRow } from './mail.store.ts';

export interface MailFigures {
  readonly waiting: number;
  readonly oldestWaitingAt: Date | null;
  readonly sentLately: number;
  readonly failedLately: number;
}

export interface ListedMail extends Pick<
  MailRow,
  'id' | 'recipient' | 'subject' | 'state' | 'attempts' | 'lastError' | 'createdAt' | 'sentAt'
> {
  readonly hasText: boolean;
}

export interface MailPage {
  readonly state: MailRow['state'];
  /** Part of the recipient or the subject; empty for all. */
  readonly search: string;
  readonly before: number | null;
  readonly limit: number;
}

/** @param since emails that were written after this count as lately */
export async function countMails(executor: Executor, since: Date): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    select
      (select count(*) from mail where state = 'waiting')::int as waiting,
      (select min(created_at) from mail where state = 'waiting') as oldest_waiting_at,
      (select count(*) from mail where created_at > ${since} and state = 'sent')::int as sent_lately,
      (select count(*) from mail where created_at > ${since} and state = 'failed')::int as failed_lately`.execute(
    executor,
  );
  return rows[0]!;
}

export async function listMailPage(
  executor: Executor,
  { state, search, before, limit }: MailPage,
): Promise<ListedMail[]> {
  const pattern = containing(search);
  const { rows } = await sql<ListedMail>`
    select id, recipient, subject, state, attempts, last_error, created_at, sent_at,
      (sealed is not null or text is not null) as has_text
    from mail
    where state = ${state} and (${before}::bigint is null or id < ${before}::bigint)
      and (${search} = '' or recipient ilike ${pattern} or subject ilike ${pattern})
    order by id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function findMail(executor: Executor, id: number): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`select * from mail where id = ${id}`.execute(executor);
  return rows[0];
}

/** Locks the email until the transaction ends. */
export async function lockMail(tx: Executor, id: number): Promise<Pick<ListedMail, 'state' | 'hasText'> | undefined> {
  const { rows } = await sql<Pick<ListedMail, 'state' | 'hasText'>>`
    select state, (sealed is not null or text is not null) as has_text
    from mail where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function updateWaitingAgain(tx: Executor, id: number): Promise<void> {
  await sql`update mail set state = 'waiting', last_error = null where id = ${id} and state = 'failed'`.execute(tx);
}
