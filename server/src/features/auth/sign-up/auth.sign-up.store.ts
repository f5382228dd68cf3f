import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** A sign-up that awaits confirmation. */
export interface SignUpRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: 'user' | 'installer';
  readonly phone: string;
  readonly businessName: string | null;
  readonly passwordHash: string;
  readonly timeZone: string;
  readonly certificationId: string | null;
  readonly certificationMatch: 'email' | 'name' | 'number' | null;
  readonly certificationNumber: string | null;
  readonly invitationId: string | null;
  readonly codeFingerprint: Buffer;
  /** False when the limit of mails was used up: codes that were mailed to the address before then work. */
  readonly isCodeMailed: boolean;
  readonly termsAcceptedAt: Date;
}

const columns = sql`id, email, first_name, last_name, role, phone, business_name, password_hash, time_zone, certification_id,
  certification_match, certification_number, invitation_id, code_fingerprint, is_code_mailed, terms_accepted_at`;

export type NewSignUp = SignUpRow & { readonly codeExpiresAt: Date; readonly createdAt: Date };

export async function insertSignUp(executor: Executor, row: NewSignUp): Promise<void> {
  await sql`
    insert into sign_up (id, email, first_name, last_name, role, phone, business_name, password_hash, time_zone,
      certification_id, certification_match, certification_number, invitation_id,
      code_fingerprint, code_expires_at, is_code_mailed, terms_accepted_at, created_at)
    values (${row.id}, ${row.email}, ${row.firstName}, ${row.lastName}, ${row.role}::person_role, ${row.phone},
      ${row.businessName}, ${row.passwordHash}, ${row.timeZone},
      ${row.certificationId}, ${row.certificationMatch}, ${row.certificationNumber}, ${row.invitationId},
      ${row.codeFingerprint}, ${row.codeExpiresAt}, ${row.isCodeMailed}, ${row.termsAcceptedAt}, ${row.createdAt})`.execute(
    executor,
  );
}

export async function findSignUp(executor: Executor, id: string): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`select ${columns} from sign_up where id = ${id}`.execute(executor);
  return rows[0];
}

/** Returns the newest sign-up of an address. A user who signs up again gives up the earlier sign-ups. */
export async function findNewestSignUp(
  executor: Executor,
  email: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  const { rows } = await sql<{ id: string; passwordHash: string }>`
    select id, password_hash from sign_up where email = ${email} order by created_at desc limit 1`.execute(executor);
  return rows[0];
}

/**
 * Uses a try of the code and returns the row to compare with. Returns undefined if no try is left or the code has
 * expired.
 */
export async function takeCodeTry(
  executor: Executor,
  id: string,
  limit: { now: Date; tries: number },
): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`
    update sign_up set code_tries = code_tries + 1
    where id = ${id} and code_tries < ${limit.tries} and code_expires_at > ${limit.now}
    returning ${columns}`.execute(executor);
  return rows[0];
}

export interface NewCode {
  readonly codeFingerprint: Buffer;
  readonly codeExpiresAt: Date;
}

/** False when the sign-up is gone. */
export async function replaceCode(executor: Executor, id: string, code: NewCode): Promise<boolean> {
  const { rows } = await sql`
    update sign_up set code_tries = 0, code_fingerprint = ${code.codeFingerprint},
      code_expires_at = ${code.codeExpiresAt}, is_code_mailed = true
    where id = ${id} returning id`.execute(executor);
  return rows.length > 0;
}

export interface Corrected extends NewCode {
  readonly email: string;
  readonly certificationId: string | null;
  readonly certificationMatch: string | null;
  readonly isCodeMailed: boolean;
}

/** False when the sign-up is gone. */
export async function updateEmail(executor: Executor, id: string, to: Corrected): Promise<boolean> {
  const { rows } = await sql`
    update sign_up set email = ${to.email}, certification_id = ${to.certificationId},
      certification_match = ${to.certificationMatch},
      code_tries = 0, code_fingerprint = ${to.codeFingerprint}, code_expires_at = ${to.codeExpiresAt},
      is_code_mailed = ${to.isCodeMailed}
    where id = ${id} returning id`.execute(executor);
  return rows.length > 0;
}

/**
 * Creates the person and returns the id, or undefined if the address has an account by now. Only one of several
 * concurrent callers wins.
 */
export async function insertConfirmed(executor: Executor, row: SignUpRow, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into person (email, email_verified, first_name, last_name, role, phone, business_name, time_zone,
      terms_accepted_at, created_at, updated_at)
    values (${row.email}, true, ${row.firstName}, ${row.lastName}, ${row.role}::person_role, ${row.phone},
      ${row.businessName}, ${row.timeZone}, ${row.termsAcceptedAt}, ${at}, ${at})
    on conflict (email) do nothing
    returning id`.execute(executor);
  return rows[0]?.id;
}

/** Deletes the confirmed sign-up and all other sign-ups of the same address. */
export async function deleteSignUpsOf(executor: Executor, { id, email }: SignUpRow): Promise<void> {
  await sql`delete from sign_up where id = ${id} or email = ${email}`.execute(executor);
}

/** Remembers a code that is mailed to an address. */
export async function insertMailedCode(executor: Executor, fingerprint: Buffer, expiresAt: Date): Promise<void> {
  await sql`
    insert into mailed_sign_up_code (fingerprint, expires_at) values (${fingerprint}, ${expiresAt})
    on conflict (fingerprint) do update set expires_at = excluded.expires_at`.execute(executor);
}

export async function isMailedCode(executor: Executor, fingerprint: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from mailed_sign_up_code where fingerprint = ${fingerprint} and expires_at > ${now}`.execute(executor);
  return rows.length > 0;
}

export async function deleteMailedCodesOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from mailed_sign_up_code where fingerprint = any(array(
      select fingerprint from mailed_sign_up_code where expires_at <= ${now}
      limit ${limit} for update skip locked))`.execute(executor);
}

export async function deleteSignUpsBefore(executor: Executor, before: Date, limit: number): Promise<void> {
  await sql`
    delete from sign_up where id = any(array(
      select id from sign_up where created_at <= ${before}
      limit ${limit} for update skip locked))`.execute(executor);
}
