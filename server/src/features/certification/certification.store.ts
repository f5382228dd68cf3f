import { claimLimit } from '@trace/contract/certification/certification.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { ApplicantKeys, Candidate, CertificationEnds } from './certification.rules.ts';

/** With more candidates of the same name and no number, the name proves no identity. */
const MOST_CANDIDATES = 20;

/**
 * Returns the valid, unbound certifications with the applicant's email or name: matches by email first, then by the
 * latest end. Matches by name alone exclude certifications with a pending claim or too many claims. Always runs a
 * single statement, so that the response time reveals no result.
 */
export async function listCandidates(
  executor: Executor,
  { email, nameKey, number }: ApplicantKeys,
  now: Date,
): Promise<Candidate[]> {
  const since = new Date(now.getTime() - claimLimit.windowMs);
  const { rows } = await sql<Candidate>`
    select id, number, email, name_key from certification
    where person_id is null and revoked_at is null and (expires_at is null or expires_at > ${now})
      and (${number}::text is null or number = ${number})
      and (email = ${email} or name_key = ${nameKey}
        and not exists (select from certification_claim where certification_id = certification.id and outcome is null)
        and (select count(*) from certification_claim
          where certification_id = certification.id and created_at > ${since}) < ${claimLimit.claims})
    order by (email = ${email}) desc, expires_at desc nulls first, number
    limit ${MOST_CANDIDATES}`.execute(executor);
  return rows;
}

export interface Binding {
  readonly certificationId: string;
  readonly personId: string;
  readonly match: string;
  readonly at: Date;
}

/**
 * Returns false if the certification has ended or is bound, or the person already has a certification. A single
 * statement decides and prevents races.
 */
export async function bindToPerson(executor: Executor, { certificationId, personId, match, at }: Binding) {
  const { rows } = await sql`
    update certification set person_id = ${personId}, bound_at = ${at}, matched_by = ${match}, told_at = null
    where id = ${certificationId} and person_id is null and revoked_at is null
      and (expires_at is null or expires_at > ${at})
      and not exists (select from certification where person_id = ${personId})
    returning id`.execute(executor);
  return rows.length === 1;
}

export interface HeldCertification extends CertificationEnds {
  readonly number: string;
  readonly fullName: string;
  readonly email: string;
  readonly boundAt: Date;
}

export async function findOfPerson(executor: Executor, personId: string): Promise<HeldCertification | undefined> {
  const { rows } = await sql<HeldCertification>`
    select number, full_name, email, expires_at, revoked_at, bound_at from certification
    where person_id = ${personId}`.execute(executor);
  return rows[0];
}

/**
 * Returns the people whose certification ended at or before this instant, by expiry or revocation. Includes people
 * whose claim ended by then and left the account without a certification.
 */
export async function listEndedBefore(executor: Executor, personIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`/* prepared read: people whose servicing ended */
    select person_id from certification
    where person_id = any(${[...personIds]}::uuid[]) and least(expires_at, revoked_at) <= ${at}
    union
    select person_id from certification_claim claim
    where person_id = any(${[...personIds]}::uuid[]) and ended_at <= ${at}
      and not exists (select from certification where certification.person_id = claim.person_id)`.execute(executor);
  return rows.map(({ personId }) => personId);
}

/**
 * The certification is the training provider's record and stays. The link to the account is deleted, so another account
 * can take the certification.
 */
export async function freeFromPerson(executor: Executor, personId: string): Promise<void> {
  await sql`
    update certification set person_id = null, bound_at = null, matched_by = null, told_at = null
    where person_id = ${personId}`.execute(executor);
}

/**
 * Returns the names on the certifications of these people, and of these addresses if the certification is not yet bound
 * to an account.
 */
export async function listNames(
  executor: Executor,
  { ids, emails }: { ids: readonly string[]; emails: readonly string[] },
): Promise<{ personId: string | null; email: string; fullName: string }[]> {
  const { rows } = await sql<{ personId: string | null; email: string; fullName: string }>`
    select person_id, email, full_name from certification
    where person_id = any(${[...ids]}::uuid[])
      or (person_id is null and revoked_at is null and email = any(${[...emails]}::text[]))`.execute(executor);
  return rows;
}

/**
 * Reserves a look-up in a single statement, so that concurrent look-ups cannot race. Returns null if it is allowed, or
 * the end of the window if the limit is reached. A refused look-up does not count. An expired window starts again.
 */
export async function reserveCheck(
  executor: Executor,
  key: string,
  { limit, now, endsAt }: { limit: number; now: Date; endsAt: Date },
): Promise<Date | null> {
  const { rows: reserved } = await sql`
    insert into certification_check as known (key, tries, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      tries = case when known.ends_at <= ${now} then 1 else known.tries + 1 end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    where known.ends_at <= ${now} or known.tries < ${limit}
    returning key`.execute(executor);
  if (reserved.length > 0) return null;
  const { rows } = await sql<{ endsAt: Date }>`
    select ends_at from certification_check where key = ${key}`.execute(executor);
  // The job that deletes expired windows may have been faster.
  return rows[0]?.endsAt ?? now;
}

/** Uncounts a check that found a certification. */
export async function giveBackCheck(executor: Executor, key: string): Promise<void> {
  await sql`update certification_check set tries = tries - 1 where key = ${key} and tries > 0`.execute(executor);
}

export async function deleteChecksOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from certification_check where key = any(array(
      select key from certification_check where ends_at <= ${now} limit ${limit} for update skip locked))`.execute(
    executor,
  );
}
