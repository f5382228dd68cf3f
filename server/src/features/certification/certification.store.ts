import { claimLimit } from '@trace/contract/certification/certification.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { ApplicantKeys, Candidate, CertificationEnds } from './certification.rules.ts';

/** More of one name and no number proves nothing anyway. */
const MOST_CANDIDATES = 20;

/**
 * Those that count now, serve nobody, and have the applicant's e-mail or name; the e-mail's first, then what lasts
 * longest. By name alone, certifications with a pending claim or too many claims are left out. One statement whatever is
 * found, so that the time it takes tells nothing.
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

/** False when it has ended, serves somebody, or the person has one: decided by this one statement. */
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
 * Those of the people whose certification ended at this instant or before, by whatever came first, or whose claim had an
 * outcome by then that left them without one.
 */
export async function listEndedBefore(executor: Executor, personIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select person_id from certification
    where person_id = any(${[...personIds]}::uuid[]) and least(expires_at, revoked_at) <= ${at}
    union
    select person_id from certification_claim claim
    where person_id = any(${[...personIds]}::uuid[]) and ended_at <= ${at}
      and not exists (select from certification where certification.person_id = claim.person_id)`.execute(executor);
  return rows.map(({ personId }) => personId);
}

/** The certification is the training provider's record; that an account used it is forgotten, and another may. */
export async function freeFromPerson(executor: Executor, personId: string): Promise<void> {
  await sql`
    update certification set person_id = null, bound_at = null, matched_by = null, told_at = null
    where person_id = ${personId}`.execute(executor);
}

/** Names on the certifications of these people, and of these addresses where the certification serves nobody yet. */
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

/** Counts one look-up in one statement, so that many at once cannot slip past each other; a window that is over begins anew. */
export async function countCheck(
  executor: Executor,
  key: string,
  now: Date,
  endsAt: Date,
): Promise<{ tries: number; endsAt: Date }> {
  const { rows } = await sql<{ tries: number; endsAt: Date }>`
    insert into certification_check as known (key, tries, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      tries = case when known.ends_at <= ${now} then 1 else known.tries + 1 end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    returning tries, ends_at`.execute(executor);
  const [row] = rows;
  if (row === undefined) throw new Error('a look-up was not counted');
  return row;
}

export async function deleteChecksOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from certification_check where key = any(array(
      select key from certification_check where ends_at <= ${now} limit ${limit} for update skip locked))`.execute(
    executor,
  );
}
