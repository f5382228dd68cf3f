// SQL of the mails.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

export interface NewMail {
  readonly key: string;
  readonly recipient: string;
  readonly subject: string;
  /** The body, sealed. */
  readonly sealed: string;
  readonly createdAt: Date;
  readonly isLast: boolean;
}

export interface MailRow extends Omit<NewMail, 'sealed'> {
  readonly id: number;
  /** `withdrawn`: the check before sending refused the email. */
  readonly state: 'waiting' | 'sent' | 'failed' | 'withdrawn';
  /** Null once the email was sent, refused or withdrawn, or a day after it was given up. */
  readonly sealed: string | null;
  /** Of a mail from before bodies were sealed. */
  readonly text: string | null;
  readonly html: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly sentAt: Date | null;
}

/** @returns the ids of the emails whose keys were new */
export async function insertMails(executor: Executor, mails: readonly NewMail[]): Promise<number[]> {
  const of = <Value>(read: (mail: NewMail) => Value): Value[] => mails.map(read);
  const { rows } = await sql<{ id: number }>`
    /* prepared: new emails */ insert into mail (key, recipient, subject, sealed, is_last, created_at)
    select * from unnest(${of(({ key }) => key)}::text[], ${of(({ recipient }) => recipient)}::text[],
      ${of(({ subject }) => subject)}::text[], ${of(({ sealed }) => sealed)}::text[],
      ${of(({ isLast }) => isLast)}::boolean[], ${of(({ createdAt }) => createdAt)}::timestamptz[])
    on conflict (key) do nothing returning id`.execute(executor);
  return rows.map(({ id }) => id);
}

/** @returns undefined when the email was sent, given up or deleted meanwhile */
export async function findWaitingMail(executor: Executor, id: number): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select * from mail where id = ${id} and state = 'waiting'`.execute(executor);
  return rows[0];
}

export async function findLatestState(executor: Executor, keyPrefix: string): Promise<MailRow['state'] | undefined> {
  const { rows } = await sql<Pick<MailRow, 'state'>>`
    select state from mail where starts_with(key, ${keyPrefix}) order by id desc limit 1`.execute(executor);
  return rows[0]?.state;
}

/** For the feature that wrote the email, a withdrawn email is not delivered. */
export type MailOutcome = Exclude<MailRow['state'], 'withdrawn'>;
const outcome = sql`case state when 'withdrawn' then 'failed' else state end as state`;

export async function findMailStates(executor: Executor, keys: readonly string[]): Promise<Map<string, MailOutcome>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; state: MailOutcome }>`
    select key, ${outcome} from mail where key = any(${[...keys]}::text[])`.execute(executor);
  return new Map(rows.map(({ key, state }) => [key, state]));
}

export interface MailTimes extends Pick<MailRow, 'sentAt'> {
  readonly state: MailOutcome;
}

export async function findMailTimes(executor: Executor, keys: readonly string[]): Promise<Map<string, MailTimes>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<MailTimes & { key: string }>`
    select key, ${outcome}, sent_at from mail where key = any(${[...keys]}::text[])`.execute(executor);
  return new Map(rows.map(({ key, state, sentAt }) => [key, { state, sentAt }]));
}

/** A mail that is sent, refused or withdrawn holds no code and no link. */
const withoutBody = sql`sealed = null, text = null, html = null`;

export async function updateSent(executor: Executor, id: number, sentAt: Date): Promise<void> {
  await sql`delete from mail where id = ${id} and is_last`.execute(executor);
  await sql`update mail set state = 'sent', sent_at = ${sentAt}, attempts = attempts + 1, last_error = null, ${withoutBody}
    where id = ${id}`.execute(executor);
}

/**
 * Stores a failed attempt, unless another process has sent the email meanwhile, after the lease of this one. `refused`: the
 * email cannot be delivered, and its text is deleted. `given_up`: the mail server was away for too long, and the text is
 * kept for a day (`deleteGivenUpTexts`), so that staff can send it again.
 */
export async function updateFailedAttempt(
  executor: Executor,
  id: number,
  lastError: string,
  end: 'retried' | 'given_up' | 'refused',
): Promise<void> {
  const ended = end === 'retried' ? sql`` : sql`, state = 'failed'`;
  const removed = end === 'refused' ? sql`, ${withoutBody}` : sql``;
  await sql`update mail set attempts = attempts + 1, last_error = ${lastError} ${ended} ${removed}
    where id = ${id} and state = 'waiting'`.execute(executor);
}

export async function updateWithdrawn(executor: Executor, id: number, reason: string): Promise<void> {
  await sql`update mail set state = 'withdrawn', last_error = ${reason}, ${withoutBody} where id = ${id}`.execute(
    executor,
  );
}

export async function deleteGivenUpTexts(executor: Executor, before: Date): Promise<void> {
  await sql`update mail set ${withoutBody}
    where state = 'failed' and created_at <= ${before} and (sealed is not null or text is not null)`.execute(executor);
}

export async function listRecentMails(executor: Executor, limit: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select * from mail order by created_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countWaitingMails(executor: Executor): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from mail where state = 'waiting'`.execute(executor);
  return rows[0]?.waiting ?? 0;
}

/** Mails that were written while no mail server was configured. */
export async function listUntriedMailIds(executor: Executor, after: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from mail where state = 'waiting' and attempts = 0 and created_at > ${after}
    order by created_at limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function giveUpWaitingMails(executor: Executor, before: Date, reason: string): Promise<void> {
  await sql`update mail set state = 'failed', last_error = ${reason}, ${withoutBody}
    where state = 'waiting' and attempts = 0 and created_at <= ${before}`.execute(executor);
}

/** `lastBefore` is the limit for the last emails of deleted accounts. */
export async function deleteOldMails(executor: Executor, before: Date, lastBefore: Date): Promise<void> {
  await sql`delete from mail where created_at < ${before} or (is_last and created_at < ${lastBefore})`.execute(
    executor,
  );
}

export async function deleteMailsOf(
  executor: Executor,
  { email, accountId }: { email: string; accountId: string },
): Promise<void> {
  await sql`
    delete from mail where lower(recipient) = lower(${email})
      or (state <> 'waiting' and position(lower(${email}) in lower(subject)) > 0)
      or (position(${accountId} in key) > 0
        and (state = 'waiting' or key like 'email-change:%' or key like 'support:%'))`.execute(executor);
}
