import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface RemovalRow {
  readonly askedAt: Date;
  readonly approvedAt: Date | null;
}

export async function findRemoval(executor: Executor, personId: string): Promise<RemovalRow | undefined> {
  const { rows } = await sql<RemovalRow>`
    select asked_at, approved_at from second_factor_removal where person_id = ${personId}`.execute(executor);
  return rows[0];
}

/** Returns false if a request of this user is already pending, or no second factor is on. */
export async function insertRemoval(
  executor: Executor,
  request: { personId: string; cancelHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor_removal (person_id, cancel_hash, asked_at)
    select person_id, ${request.cancelHash}, ${request.at} from second_factor
    where person_id = ${request.personId} and confirmed_at is not null
    on conflict (person_id) do nothing returning 1`.execute(executor);
  return rows.length > 0;
}

/** The requests of users and installers that await approval, oldest first. */
export async function listWaitingRemovals(
  executor: Executor,
): Promise<{ accountId: string; name: string; email: string; askedAt: Date }[]> {
  const { rows } = await sql<{ accountId: string; name: string; email: string; askedAt: Date }>`
    select p.id as account_id, trim(p.first_name || ' ' || p.last_name) as name, p.email, r.asked_at
    from second_factor_removal r join person p on p.id = r.person_id
    where r.approved_at is null and p.role <> 'staff' order by r.asked_at, p.id`.execute(executor);
  return rows;
}

/** Returns false if no request awaits approval. */
export async function approveRemoval(executor: Executor, personId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update second_factor_removal set approved_at = ${at} where person_id = ${personId} and approved_at is null
    returning 1`.execute(executor);
  return rows.length > 0;
}

export async function deleteRemoval(executor: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from second_factor_removal where person_id = ${personId} returning 1`.execute(executor);
  return rows.length > 0;
}

/** Returns the person who made the request, or undefined if the token matches no request. */
export async function deleteRemovalByToken(executor: Executor, cancelHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    delete from second_factor_removal where cancel_hash = ${cancelHash} returning person_id`.execute(executor);
  return rows[0]?.personId;
}

/** Deletes the second factors whose approved requests are old enough, and returns the owners. */
export async function deleteDueSecondFactors(
  executor: Executor,
  askedUntil: Date,
  limit: number,
): Promise<{ personId: string; email: string; askedAt: Date }[]> {
  const { rows } = await sql<{ personId: string; email: string; askedAt: Date }>`
    with due as (
      select person_id, asked_at from second_factor_removal
      where approved_at is not null and asked_at <= ${askedUntil} limit ${limit} for update skip locked)
    delete from second_factor f using due, person p
    where f.person_id = due.person_id and p.id = due.person_id
    returning f.person_id, p.email, due.asked_at`.execute(executor);
  return rows;
}

export async function deleteLapsedRemovals(executor: Executor, askedUntil: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    delete from second_factor_removal where person_id = any(array(
      select person_id from second_factor_removal
      where approved_at is null and asked_at <= ${askedUntil} limit ${limit} for update skip locked))
    returning person_id`.execute(executor);
  return rows.map((row) => row.personId);
}
