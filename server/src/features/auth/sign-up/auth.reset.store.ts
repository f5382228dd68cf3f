import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewReset {
  readonly requestId: string;
  readonly tokenHash: Buffer;
  readonly personId: string;
  readonly expiresAt: Date;
}

/** A newer link replaces the older link. Returns false if this request already has a link. */
export async function insertReset(executor: Executor, row: NewReset): Promise<boolean> {
  const { rows } = await sql`
    insert into password_reset as known (request_id, token_hash, person_id, expires_at)
    values (${row.requestId}, ${row.tokenHash}, ${row.personId}, ${row.expiresAt})
    on conflict (person_id) do update set
      request_id = excluded.request_id, token_hash = excluded.token_hash, expires_at = excluded.expires_at
      where known.request_id <> excluded.request_id
    returning request_id`.execute(executor);
  return rows.length > 0;
}

/** Returns the owner of the link while the link is valid. */
export async function findReset(executor: Executor, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    select person_id from password_reset
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(executor);
  return rows[0]?.personId;
}

/** Uses up the link. Only one of several concurrent callers gets the person. */
export async function takeReset(
  executor: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<{ personId: string; email: string } | undefined> {
  const { rows } = await sql<{ personId: string; email: string }>`
    delete from password_reset r using person p
    where p.id = r.person_id and r.token_hash = ${tokenHash} and r.expires_at > ${now}
    returning p.id as person_id, p.email`.execute(executor);
  return rows[0];
}

export async function deleteResetsOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from password_reset where request_id = any(array(
      select request_id from password_reset where expires_at <= ${now}
      limit ${limit} for update skip locked))`.execute(executor);
}

/** Sign-ins that got by with the old password and wait for their second step. */
export async function deleteHalfSignIns(executor: Executor, personId: string): Promise<void> {
  await sql`delete from second_step where person_id = ${personId}`.execute(executor);
}
