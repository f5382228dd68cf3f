import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface EndedCertification {
  readonly id: string;
  readonly number: string;
  readonly personId: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/**
 * Returns an ended certification whose holder has not been notified. Locks the row until commit, so that only one
 * process mails the holder.
 */
export async function findUnnotified(tx: Executor, now: Date): Promise<EndedCertification | undefined> {
  const { rows } = await sql<EndedCertification>`
    select id, number, person_id, expires_at, revoked_at from certification
    where person_id is not null and told_at is null and (revoked_at is not null or expires_at <= ${now})
    order by id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

export interface ExpiringCertification {
  readonly id: string;
  readonly number: string;
  readonly personId: string;
  readonly expiresAt: Date;
}

/** Returns a certification that ends between `now` and `before` and whose holder was not reminded of this end. */
export async function findUnreminded(
  tx: Executor,
  now: Date,
  before: Date,
): Promise<ExpiringCertification | undefined> {
  const { rows } = await sql<ExpiringCertification>`
    select id, number, person_id, expires_at from certification
    where person_id is not null and revoked_at is null and expires_at > ${now} and expires_at <= ${before}
      and reminded_until is distinct from expires_at
    order by id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

export async function updateReminded(tx: Executor, id: string): Promise<void> {
  await sql`update certification set reminded_until = expires_at where id = ${id}`.execute(tx);
}

export async function updateNotified(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`update certification set told_at = ${at} where id = ${id}`.execute(tx);
}

/**
 * Returns the next holder with an ended certification and a newer record of the same email and name. After a
 * revocation, only a record loaded later counts as a renewal.
 */
export async function findRenewal(
  tx: Executor,
  now: Date,
): Promise<{ endedId: string; freshId: string; personId: string } | undefined> {
  const { rows } = await sql<{ endedId: string; freshId: string; personId: string }>`
    select ended.id as ended_id, fresh.id as fresh_id, ended.person_id
    from certification ended
    join certification fresh on fresh.email = ended.email and fresh.name_key = ended.name_key
    where ended.person_id is not null and (ended.revoked_at is not null or ended.expires_at <= ${now})
      and fresh.person_id is null and fresh.revoked_at is null
      and (fresh.expires_at is null or fresh.expires_at > ${now})
      and (ended.revoked_at is null or fresh.created_at > ended.revoked_at)
    order by ended.id, fresh.expires_at desc nulls first
    limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** Two statements: at no moment does the person have both. */
export async function passOn(
  tx: Executor,
  { endedId, freshId, personId }: { endedId: string; freshId: string; personId: string },
  at: Date,
): Promise<void> {
  await sql`update certification set person_id = null where id = ${endedId}`.execute(tx);
  await sql`
    update certification fresh
    set person_id = ${personId}, bound_at = ${at}, matched_by = ended.matched_by, told_at = null
    from certification ended where fresh.id = ${freshId} and ended.id = ${endedId}`.execute(tx);
}
