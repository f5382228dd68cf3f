import { claimLimit } from '@trace/contract/certification/certification.rules';
import { sql } from 'kysely';
import { isMissingReference, type Executor } from '#platform/db/database';
import type { CertificationEnds, ClaimOfPerson, ClaimOutcome } from './certification.rules.ts';

/**
 * A record whose row this transaction has locked. The lock serialises all changes of the record's account and claim.
 */
export interface LockedCertification extends CertificationEnds {
  readonly id: string;
  readonly number: string;
  readonly fullName: string;
  readonly email: string;
  readonly personId: string | null;
  readonly matchedBy: string | null;
}

type CertificationKey = { readonly id: string } | { readonly number: string };

export async function lockCertification(tx: Executor, key: CertificationKey): Promise<LockedCertification | undefined> {
  const isWanted = 'id' in key ? sql`id = ${key.id}` : sql`number = ${key.number}`;
  const { rows } = await sql<LockedCertification>`
    select id, number, full_name, email, person_id, matched_by, expires_at, revoked_at
    from certification where ${isWanted} for update`.execute(tx);
  return rows[0];
}

/** The account that the certification serves. Locks nothing. */
export async function findHolder(executor: Executor, number: string): Promise<string | null> {
  const { rows } = await sql<{ personId: string | null }>`
    select person_id from certification where number = ${number}`.execute(executor);
  return rows[0]?.personId ?? null;
}

export interface NewClaim {
  readonly certificationId: string;
  readonly personId: string;
  readonly email: string;
  readonly match: string;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Returns the claim's id, or undefined if another claim is pending or the certification was claimed too often. */
export async function insertClaim(tx: Executor, claim: NewClaim): Promise<string | undefined> {
  const since = new Date(claim.createdAt.getTime() - claimLimit.windowMs);
  const { rows } = await sql<{ id: string }>`
    insert into certification_claim
      (certification_id, person_id, claimant_email, matched_by, token_hash, created_at, expires_at)
    select ${claim.certificationId}::uuid, ${claim.personId}::uuid, ${claim.email}, ${claim.match},
      ${claim.tokenHash}::bytea, ${claim.createdAt}::timestamptz, ${claim.expiresAt}::timestamptz
    where (select count(*) from certification_claim
      where certification_id = ${claim.certificationId} and created_at > ${since}) < ${claimLimit.claims}
    on conflict (certification_id) where outcome is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** The claim that a token can answer now. */
export async function findByToken(
  tx: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: string; certificationId: string; personId: string } | undefined> {
  const { rows } = await sql<{ id: string; certificationId: string; personId: string }>`
    select id, certification_id, person_id from certification_claim
    where token_hash = ${tokenHash} and outcome is null and expires_at > ${now}`.execute(tx);
  return rows[0];
}

/**
 * Returns the claim that staff can confirm: the pending claim, else the newest claim whose account exists and has no
 * certification, and whose outcome is not 'taken'.
 */
export async function findConfirmable(
  tx: Executor,
  certificationId: string,
): Promise<{ id: string; personId: string; claimantEmail: string | null } | undefined> {
  const { rows } = await sql<{ id: string; personId: string; claimantEmail: string | null }>`
    select id, person_id, claimant_email from certification_claim
    where certification_id = ${certificationId} and person_id is not null and outcome is distinct from 'taken'
      and not exists (select from certification where certification.person_id = certification_claim.person_id)
    order by (outcome is null) desc, created_at desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Sets the outcome of the claim. Returns false if the claim already has an outcome, unless `isAnew` lets staff change
 * the outcome.
 */
export async function updateOutcome(
  tx: Executor,
  claimId: string,
  { outcome, at, isAnew = false }: { outcome: ClaimOutcome; at: Date; isAnew?: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update certification_claim set outcome = ${outcome}, ended_at = ${at}, told_at = null, token_hash = null
    where id = ${claimId} and (outcome is null or ${isAnew}) returning id`.execute(tx);
  return rows.length === 1;
}

/** Ends the claim that waits for this certification; false when none does. */
export async function endPending(
  tx: Executor,
  certificationId: string,
  { outcome, at }: { outcome: ClaimOutcome; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update certification_claim set outcome = ${outcome}, ended_at = ${at}, token_hash = null
    where certification_id = ${certificationId} and outcome is null returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * Binds the certification to the claimant. Returns false if the certification is bound to an account, or the claimant
 * already has a certification.
 */
export async function giveToClaimant(
  tx: Executor,
  { certificationId, claimId, at }: { certificationId: string; claimId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update certification set person_id = claim.person_id, bound_at = ${at}, matched_by = claim.matched_by, told_at = null
    from certification_claim claim
    where certification.id = ${certificationId} and certification.person_id is null and claim.id = ${claimId}
      and not exists (select from certification other where other.person_id = claim.person_id)
    returning certification.id`.execute(tx);
  return rows.length === 1;
}

/** Returns whether the claimant's account was deleted while the certification was being bound to the account. */
export const isClaimantGone = (error: unknown): boolean => isMissingReference(error, 'certification_person_id_fkey');

/** Unbinds the certification from the account, which then has no certification. */
export async function releaseFromPerson(
  tx: Executor,
  { id, personId, matchedBy }: { id: string; personId: string; matchedBy: string },
  at: Date,
): Promise<void> {
  await sql`
    update certification set person_id = null, bound_at = null, matched_by = null, told_at = null
    where id = ${id}`.execute(tx);
  await sql`
    insert into certification_claim as known
      (certification_id, person_id, matched_by, created_at, expires_at, outcome, ended_at)
    values (${id}, ${personId}, ${matchedBy}, ${at}, ${at}, 'released', ${at})
    on conflict (person_id) do update set certification_id = excluded.certification_id,
      matched_by = excluded.matched_by, outcome = 'released', ended_at = excluded.ended_at, told_at = null`.execute(tx);
}

/** The numbers of the certifications whose claims expired. */
export async function expireClaims(tx: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    update certification_claim claim set outcome = 'expired', ended_at = ${now}, token_hash = null
    from certification
    where certification.id = claim.certification_id and claim.id = any(array(
      select id from certification_claim where outcome is null and expires_at <= ${now}
      limit ${limit} for update skip locked))
    returning certification.number`.execute(tx);
  return rows.map(({ number }) => number);
}

export interface EndedClaim {
  readonly id: string;
  readonly personId: string;
  readonly outcome: ClaimOutcome;
  readonly endedAt: Date;
}

/**
 * Returns a claim whose claimant has not been notified of the outcome. Locks the row until commit, so that only one
 * process mails the claimant.
 */
export async function findUnmailedClaim(tx: Executor): Promise<EndedClaim | undefined> {
  const { rows } = await sql<EndedClaim>`
    select id, person_id, outcome, ended_at from certification_claim
    where outcome is not null and told_at is null and person_id is not null
    order by ended_at limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

export async function updateClaimMailed(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`update certification_claim set told_at = ${at} where id = ${id}`.execute(tx);
}

export async function findClaimOfPerson(executor: Executor, personId: string): Promise<ClaimOfPerson | undefined> {
  const { rows } = await sql<ClaimOfPerson>`
    select matched_by, created_at, expires_at, outcome, ended_at from certification_claim
    where person_id = ${personId}`.execute(executor);
  return rows[0];
}

/** Withdraws the claim if pending, and anonymises the claimant. The row stays to count for the limit of claims. */
export async function forgetClaimant(tx: Executor, personId: string, at: Date): Promise<void> {
  await sql`
    update certification_claim set person_id = null, claimant_email = null, token_hash = null,
      outcome = coalesce(outcome, 'withdrawn'), ended_at = coalesce(ended_at, ${at})
    where person_id = ${personId}`.execute(tx);
}

/** Claims of deleted accounts are kept only while the claims count for the limit. */
export async function deleteForgottenClaims(executor: Executor, before: Date, limit: number): Promise<void> {
  await sql`
    delete from certification_claim where id = any(array(
      select id from certification_claim where person_id is null and created_at <= ${before}
      limit ${limit} for update skip locked))`.execute(executor);
}
