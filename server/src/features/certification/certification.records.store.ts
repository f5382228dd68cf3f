import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';
import type { CertificationMatch } from './certification.port.ts';
import type { ClaimOutcome } from './certification.rules.ts';

/** A person's record from the training provider, normalised for comparison and storage. */
export interface CertificationRecord {
  readonly number: string;
  readonly fullName: string;
  readonly nameKey: string;
  readonly email: string;
  readonly expiresAt: Date | null;
}

export type LoadOutcome = 'added' | 'changed' | 'unchanged' | 'revoked';

/**
 * An arbitrary lock number, reserved for this table. The lock serialises loads, so that concurrent loads do not
 * conflict on the same rows.
 */
const LOAD_LOCK = 7_216_180_322;

export async function lockLoading(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(tx);
}

/** Upserts records with distinct numbers and returns the outcome for each number. Revoked records stay unchanged. */
export async function upsertRecords(
  tx: Executor,
  records: readonly CertificationRecord[],
  at: Date,
): Promise<ReadonlyMap<string, LoadOutcome>> {
  const column = <K extends keyof CertificationRecord>(name: K) => records.map((record) => record[name]);
  const expiries = records.map(({ expiresAt }) => expiresAt?.toISOString() ?? null);
  const { rows } = await sql<{ number: string; outcome: LoadOutcome }>`
    with given as (
      select * from unnest(${column('number')}::text[], ${column('fullName')}::text[], ${column('nameKey')}::text[],
        ${column('email')}::text[], ${expiries}::timestamptz[]) as given(number, full_name, name_key, email, expires_at)
    ), written as (
      insert into certification as known (number, full_name, name_key, email, expires_at, created_at)
      select number, full_name, name_key, email, expires_at, ${at} from given
      on conflict (number) do update set
        full_name = excluded.full_name, name_key = excluded.name_key, email = excluded.email,
        expires_at = excluded.expires_at,
        told_at = case when excluded.expires_at is distinct from known.expires_at then null else known.told_at end
      where known.revoked_at is null and (known.full_name, known.email, known.expires_at)
        is distinct from (excluded.full_name, excluded.email, excluded.expires_at)
      returning number
    )
    select given.number,
      case when before.revoked_at is not null then 'revoked'
        when before.number is null then 'added'
        when written.number is null then 'unchanged' else 'changed' end as outcome
    from given left join written using (number) left join certification before using (number)`.execute(tx);
  return new Map(rows.map(({ number, outcome }) => [number, outcome]));
}

/** Returns the outcome that `upsertRecords` would have now for each number. Writes nothing. */
export async function foreseeRecords(
  executor: Executor,
  records: readonly CertificationRecord[],
): Promise<ReadonlyMap<string, LoadOutcome>> {
  const column = <K extends keyof CertificationRecord>(name: K) => records.map((record) => record[name]);
  const expiries = records.map(({ expiresAt }) => expiresAt?.toISOString() ?? null);
  const { rows } = await sql<{ number: string; outcome: LoadOutcome }>`
    select given.number,
      case when known.number is null then 'added'
        when known.revoked_at is not null then 'revoked'
        when (known.full_name, known.email, known.expires_at)
          is distinct from (given.full_name, given.email, given.expires_at) then 'changed'
        else 'unchanged' end as outcome
    from unnest(${column('number')}::text[], ${column('fullName')}::text[], ${column('email')}::text[],
      ${expiries}::timestamptz[]) as given(number, full_name, email, expires_at)
    left join certification known using (number)`.execute(executor);
  return new Map(rows.map(({ number, outcome }) => [number, outcome]));
}

export interface FoundCertification {
  readonly number: string;
  readonly fullName: string;
  readonly email: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokeReason: string | null;
  readonly isInUse: boolean;
  readonly matchedBy: CertificationMatch | null;
  /**
   * The pending claim, else the newest claim. null without a claim of an account that exists and holds no other
   * certification (CERT-10).
   */
  readonly claim: {
    readonly email: string | null;
    readonly expiresAt: Date;
    readonly outcome: ClaimOutcome | null;
    readonly endedAt: Date | null;
  } | null;
}

type FoundRow = Omit<FoundCertification, 'claim'> & {
  readonly claimId: string | null;
  readonly claimantEmail: string | null;
  readonly claimExpiresAt: Date;
  readonly claimOutcome: ClaimOutcome | null;
  readonly claimEndedAt: Date | null;
};

/** Returns the certifications behind `after` whose number, name or email contains the text, ordered by number. */
export async function searchRecords(
  executor: Executor,
  text: string,
  { after, limit }: { after: string; limit: number },
): Promise<FoundCertification[]> {
  const pattern = containing(text);
  const { rows } = await sql<FoundRow>`
    select number, full_name, email, certification.expires_at, revoked_at, revoke_reason,
      certification.person_id is not null as is_in_use, certification.matched_by, claim.id as claim_id,
      claim.claimant_email, claim.expires_at as claim_expires_at, claim.outcome as claim_outcome,
      claim.ended_at as claim_ended_at
    from certification left join lateral (
      select * from certification_claim
      where certification_id = certification.id and person_id is not null
        and (certification.person_id is null or certification.person_id = certification_claim.person_id)
        and not exists (select from certification other
          where other.person_id = certification_claim.person_id and other.id <> certification.id)
      order by (outcome is null) desc, created_at desc limit 1) claim on true
    where number > ${after} and (number ilike ${pattern} or full_name ilike ${pattern} or email ilike ${pattern})
    order by number limit ${limit}`.execute(executor);
  return rows.map(({ claimId, claimantEmail, claimExpiresAt, claimOutcome, claimEndedAt, ...found }) => ({
    ...found,
    claim:
      claimId === null
        ? null
        : { email: claimantEmail, expiresAt: claimExpiresAt, outcome: claimOutcome, endedAt: claimEndedAt },
  }));
}

/** 'revoked' now, 'already' before, or undefined when there is no such number. */
export async function updateRevoked(
  tx: Executor,
  number: string,
  { at, reason }: { at: Date; reason: string | null },
): Promise<{ id: string; outcome: 'revoked' | 'already' } | undefined> {
  const revoked = await sql<{ id: string }>`
    update certification set revoked_at = ${at}, revoke_reason = ${reason} where number = ${number} and revoked_at is null
    returning id`.execute(tx);
  if (revoked.rows[0]) return { id: revoked.rows[0].id, outcome: 'revoked' };
  const known = await sql<{ id: string }>`select id from certification where number = ${number}`.execute(tx);
  return known.rows[0] && { id: known.rows[0].id, outcome: 'already' };
}
