// SQL of the mails.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

export interface NewMail {
  readonly key: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly createdAt: Date;
  readonly isLast: boolean;
}

export interface StoredMail extends NewMail {
  readonly id: number;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly lastError: string | null;
  readonly sentAt: Date | null;
}

/** @returns the id, or undefined when the key was there before */
export async function insertMail(executor: Executor, mail: NewMail): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into mail (key, recipient, subject, text, html, is_last, created_at)
    values (${mail.key}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.isLast}, ${mail.createdAt})
    on conflict (key) do nothing returning id`.execute(executor);
  return rows[0]?.id;
}

/** @returns the ids of those whose key was not there before */
export async function insertMails(executor: Executor, mails: readonly NewMail[]): Promise<number[]> {
  const of = <Value>(read: (mail: NewMail) => Value): Value[] => mails.map(read);
  const { rows } = await sql<{ id: number }>`
    insert into mail (key, recipient, subject, text, html, is_last, created_at)
    select * from unnest(${of(({ key }) => key)}::text[], ${of(({ recipient }) => recipient)}::text[],
      ${of(({ subject }) => subject)}::text[], ${of(({ text }) => text)}::text[], ${of(({ html }) => html)}::text[],
      ${of(({ isLast }) => isLast)}::boolean[], ${of(({ createdAt }) => createdAt)}::timestamptz[])
    on conflict (key) do nothing returning id`.execute(executor);
  return rows.map(({ id }) => id);
}

/** @returns undefined when it was sent, given up or deleted meanwhile */
export async function findWaitingMail(executor: Executor, id: number): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    select * from mail where id = ${id} and state = 'waiting'`.execute(executor);
  return rows[0];
}

export async function findMailStates(
  executor: Executor,
  keys: readonly string[],
): Promise<Map<string, StoredMail['state']>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; state: StoredMail['state'] }>`
    select key, state from mail where key = any(${[...keys]}::text[])`.execute(executor);
  return new Map(rows.map(({ key, state }) => [key, state]));
}

export async function updateSent(executor: Executor, id: number, sentAt: Date): Promise<void> {
  await sql`delete from mail where id = ${id} and is_last`.execute(executor);
  await sql`update mail set state = 'sent', sent_at = ${sentAt}, attempts = attempts + 1, last_error = null
    where id = ${id}`.execute(executor);
}

export async function updateFailedAttempt(
  executor: Executor,
  id: number,
  lastError: string,
  isGivenUp: boolean,
): Promise<void> {
  const state = isGivenUp ? 'failed' : 'waiting';
  await sql`update mail set state = ${state}, attempts = attempts + 1, last_error = ${lastError}
    where id = ${id}`.execute(executor);
}

export async function listRecentMails(executor: Executor, limit: number): Promise<StoredMail[]> {
  const { rows } = await sql<StoredMail>`
    select * from mail order by created_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

/** Mails that were written while no mail server was configured. */
export async function listUntriedMailIds(executor: Executor, after: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from mail where state = 'waiting' and attempts = 0 and created_at > ${after}
    order by created_at limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function giveUpWaitingMails(executor: Executor, before: Date, reason: string): Promise<void> {
  await sql`update mail set state = 'failed', last_error = ${reason}
    where state = 'waiting' and attempts = 0 and created_at <= ${before}`.execute(executor);
}

/** `lastBefore`: of those of which nothing is to be kept. */
export async function deleteOldMails(executor: Executor, before: Date, lastBefore: Date): Promise<void> {
  await sql`delete from mail where created_at < ${before} or (is_last and created_at < ${lastBefore})`.execute(
    executor,
  );
}

export async function deleteMailsOf(executor: Executor, address: string): Promise<void> {
  await sql`
    delete from mail where lower(recipient) = lower(${address})
      or (state <> 'waiting' and position(lower(${address}) in lower(subject || ' ' || text || ' ' || coalesce(html, ''))) > 0)`.execute(
    executor,
  );
}
