import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface PasskeyRow {
  readonly id: string;
  readonly personId: string;
  readonly email: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<PasskeyRow, 'id' | 'email' | 'lastUsedAt'>;

const columns = sql`k.id, k.person_id, p.email, k.credential_id, k.public_key, k.counter::float8 as counter, k.transports,
  k.is_synced, k.name, k.created_at, k.last_used_at`;

export async function listPasskeysOf(executor: Executor, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkey k join person p on p.id = k.person_id
    where k.person_id = ${personId} order by k.created_at, k.id`.execute(executor);
  return rows;
}

export async function findPasskeyByCredential(
  executor: Executor,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkey k join person p on p.id = k.person_id
    where k.credential_id = ${credentialId}`.execute(executor);
  return rows[0];
}

/** Returns the id, or undefined if the credential is already registered or the user has reached the limit. */
export async function insertPasskey(executor: Executor, key: NewPasskey, most: number): Promise<string | undefined> {
  // Locks the person, so that concurrent additions cannot exceed the limit together.
  await sql`select 1 from person where id = ${key.personId} for update`.execute(executor);
  const { rows } = await sql<{ id: string }>`
    insert into passkey (person_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
    select ${key.personId}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${[...key.transports]}::text[],
      ${key.isSynced}, ${key.name}, ${key.createdAt}
    where (select count(*) from passkey where person_id = ${key.personId}) < ${most}
    on conflict (credential_id) do nothing returning id`.execute(executor);
  return rows[0]?.id;
}

export async function renamePasskeyOf(
  executor: Executor,
  personId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set name = ${name} where id = ${id} and person_id = ${personId} returning 1`.execute(executor);
  return rows.length > 0;
}

export async function deletePasskeys(executor: Executor, personId: string): Promise<void> {
  await sql`delete from passkey where person_id = ${personId}`.execute(executor);
}

/** Returns the name of the deleted passkey, or undefined if the user has no such passkey. */
export async function deletePasskeyOf(executor: Executor, personId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where id = ${id} and person_id = ${personId} returning name`.execute(executor);
  return rows[0]?.name;
}

/**
 * Records a use. Returns false if the counter went back, which means that the passkey exists twice although passkeys
 * cannot be copied.
 */
export async function updatePasskeyUse(
  executor: Executor,
  use: { id: string; counter: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${use.counter}, is_synced = ${use.isSynced}, last_used_at = ${use.at}
    where id = ${use.id} and (counter < ${use.counter} or (counter = 0 and ${use.counter} = 0)) returning 1`.execute(
    executor,
  );
  return rows.length > 0;
}

export type ChallengeKind = 'add' | 'sign_in' | 'prove';

export interface Challenge {
  readonly challengeHash: Buffer;
  readonly kind: ChallengeKind;
  readonly personId: string | null;
}

export async function insertChallenge(executor: Executor, challenge: Challenge, expiresAt: Date): Promise<void> {
  await sql`
    insert into passkey_challenge (challenge_hash, kind, person_id, expires_at)
    values (${challenge.challengeHash}, ${challenge.kind}, ${challenge.personId}, ${expiresAt})`.execute(executor);
}

/** Deletes the challenge. Of several concurrent answers only one gets true. */
export async function takeChallenge(executor: Executor, challenge: Challenge, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge
    where challenge_hash = ${challenge.challengeHash} and kind = ${challenge.kind}
      and person_id is not distinct from ${challenge.personId}::uuid and expires_at > ${now}
    returning 1`.execute(executor);
  return rows.length > 0;
}

export async function deleteChallengesOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from passkey_challenge where challenge_hash = any(array(
      select challenge_hash from passkey_challenge where expires_at <= ${now}
      limit ${limit} for update skip locked))`.execute(executor);
}
