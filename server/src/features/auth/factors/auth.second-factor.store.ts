import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface SecondFactorRow {
  readonly sealedKey: string;
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
}

export async function findSecondFactor(executor: Executor, personId: string): Promise<SecondFactorRow | undefined> {
  const { rows } = await sql<SecondFactorRow>`
    select sealed_key, confirmed_at, created_at from second_factor where person_id = ${personId}`.execute(executor);
  return rows[0];
}

export async function hasSecondFactor(executor: Executor, personId: string): Promise<boolean> {
  const row = await findSecondFactor(executor, personId);
  return row !== undefined && row.confirmedAt !== null;
}

/** Upserts the pending key and replaces an earlier pending key. Returns false if the second factor is on. */
export async function keepPendingKey(
  executor: Executor,
  personId: string,
  sealedKey: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor as known (person_id, sealed_key, created_at) values (${personId}, ${sealedKey}, ${at})
    on conflict (person_id) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at
      where known.confirmed_at is null
    returning 1`.execute(executor);
  return rows.length > 0;
}

/**
 * Turns on the second factor with exactly this key. Returns false if the factor is already on or another key has
 * replaced this key.
 */
export async function confirmKey(
  executor: Executor,
  given: { personId: string; sealedKey: string; step: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set confirmed_at = ${given.at}, last_step = ${given.step}
    where person_id = ${given.personId} and sealed_key = ${given.sealedKey} and confirmed_at is null
    returning 1`.execute(executor);
  return rows.length > 0;
}

/** Uses up a time step of the app's codes. Of several callers with the same code, only one gets true. */
export async function takeTotpStep(executor: Executor, personId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set last_step = ${step}
    where person_id = ${personId} and confirmed_at is not null and last_step < ${step}
    returning 1`.execute(executor);
  return rows.length > 0;
}

/** Deletes the key, the recovery codes and a removal request. Returns false if no second factor is on. */
export async function deleteSecondFactor(executor: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from second_factor where person_id = ${personId} and confirmed_at is not null returning 1`.execute(executor);
  return rows.length > 0;
}

/** Locks the second factor until commit, so that two concurrent renewals leave a single set of codes. */
export async function lockSecondFactor(executor: Executor, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from second_factor where person_id = ${personId} and confirmed_at is not null for update`.execute(
    executor,
  );
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  executor: Executor,
  personId: string,
  fingerprints: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_code where person_id = ${personId}`.execute(executor);
  await sql`
    insert into recovery_code (person_id, fingerprint)
    select ${personId}, unnest(${[...fingerprints]}::bytea[])`.execute(executor);
}

/** Uses up a recovery code. Of several callers with the same code, only one gets true. */
export async function takeRecoveryCode(executor: Executor, personId: string, fingerprint: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_code where person_id = ${personId} and fingerprint = ${fingerprint} returning 1`.execute(
    executor,
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(executor: Executor, personId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_code where person_id = ${personId}`.execute(executor);
  return rows[0]?.left ?? 0;
}
