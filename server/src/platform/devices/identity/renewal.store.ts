// The certificates of one device during a renewal.
import { sql } from 'kysely';

import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Executor } from '#platform/db/database';

import type { SignedCertificate } from './authority.ts';
import type { KeyUse, OwnCertificate } from './renewal.rules.ts';
import { REVOKED_CHANNEL } from './revocation-list.ts';

/** Serialises the issuing of certificates for a serial until the transaction ends. */
export async function lockCertificatesOf(tx: Executor, serial: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('device certificate ' || ${serial}, 0))`.execute(tx);
}

/** Before the locks of certificates, in the order of admission, so that no two processes wait for each other. */
export async function lockRegistered(tx: Executor, serials: readonly string[]): Promise<void> {
  await sql`select from device_registry where serial = any(${[...serials]}::text[]) order by serial for update`.execute(
    tx,
  );
}

/** A certificate of a report, with the other facts that decide whether the report changes anything. */
export interface ReportedCertificate extends OwnCertificate {
  readonly serial: string;
  readonly trustedAuthority: number;
  /** Whether earlier certificates are still valid beside this one. */
  readonly hasRetiring: boolean;
}

/** Reads the certificates that devices report to use. Unknown and revoked certificates are left out. Locks nothing. */
export async function listReported(
  tx: Executor,
  reports: readonly { readonly serial: string; readonly uses: string }[],
): Promise<Map<string, ReportedCertificate>> {
  const { rows } = await sql<ReportedCertificate>`
    select c.serial, c.fingerprint, c.kind, c.standing, c.issued_at, c.expires_at, c.retires_at, r.trusted_authority,
      exists (select from device_certificate old where old.serial = c.serial
        and old.standing = 'retiring' and old.revoked_at is null) as has_retiring
    from unnest(${reports.map(({ serial }) => serial)}::text[], ${reports.map(({ uses }) => uses)}::text[])
      as report (serial, uses)
    join device_certificate c on c.fingerprint = report.uses and c.serial = report.serial and c.revoked_at is null
    join device_registry r on r.serial = report.serial`.execute(tx);
  return new Map(rows.map((row) => [row.serial, row]));
}

export async function findOwn(tx: Executor, serial: string, fingerprint: string): Promise<OwnCertificate | undefined> {
  const { rows } = await sql<OwnCertificate>`
    select fingerprint, kind, standing, issued_at, expires_at, retires_at from device_certificate
    where fingerprint = ${fingerprint} and serial = ${serial} and revoked_at is null for update`.execute(tx);
  return rows[0];
}

/**
 * Makes the next certificate current after its first use. The previous certificate retires: it stays valid for a while,
 * because a power cut may bring the device back to it.
 */
export async function activateNext(tx: Executor, serial: string, fingerprint: string, now: Date): Promise<void> {
  const retiresAt = new Date(now.getTime() + rules.sideBySideMs);
  await lockCertificatesOf(tx, serial);
  const { rows } = await sql`
    select from device_certificate
    where fingerprint = ${fingerprint} and revoked_at is null and standing = 'next' for update`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update device_certificate set standing = 'retiring', retires_at = ${retiresAt}
    where serial = ${serial} and kind = 'operational' and standing = 'current' and revoked_at is null`.execute(tx);
  await sql`update device_certificate set standing = 'current' where fingerprint = ${fingerprint}`.execute(tx);
}

/** Revokes retiring certificates after the device has reported that it stored the current certificate. */
export async function retireBefore(tx: Executor, serial: string): Promise<void> {
  await sql`
    update device_certificate
    set revoked_at = now(), revoke_reason = 'renewed'
    where serial = ${serial} and standing = 'retiring' and revoked_at is null
    returning pg_notify(${REVOKED_CHANNEL}, fingerprint)`.execute(tx);
}

/** The certificates for this key, and the number of renewals of the device in the last day. */
export async function readKey(
  tx: Executor,
  serial: string,
  keyHash: string,
  now: Date,
): Promise<{ uses: KeyUse[]; issuedLastDay: number }> {
  const { rows: uses } = await sql<KeyUse>`
    select revoked_at is not null as is_revoked, renewal_pem from device_certificate
    where serial = ${serial} and key_hash = ${keyHash}`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_certificate
    where serial = ${serial} and renewal_pem is not null
      and issued_at > ${new Date(now.getTime() - DAY_MS)}`.execute(tx);
  return { uses, issuedLastDay: rows[0]!.count };
}

/**
 * Stores the successor of the certificate `uses`, which waits for its first use. Replaces a certificate that is still
 * waiting.
 */
export async function insertNext(
  tx: Executor,
  serial: string,
  { uses, signed, now }: { uses: string; signed: SignedCertificate; now: Date },
): Promise<void> {
  await sql`
    update device_certificate set revoked_at = now(), revoke_reason = 'superseded'
    where serial = ${serial} and standing = 'next' and revoked_at is null
    returning pg_notify(${REVOKED_CHANNEL}, fingerprint)`.execute(tx);
  await sql`
    insert into device_certificate (fingerprint, number, serial, kind, issued_at, expires_at, standing, key_hash,
      renewal_pem, requested_by)
    select ${signed.fingerprint}, ${signed.number}, ${serial}, 'operational', ${now}, ${signed.expiresAt}, 'next',
      ${signed.keyHash}, ${signed.certificatePem}, requested_by
    from device_certificate where fingerprint = ${uses}`.execute(tx);
}

/** Stores the newest authority that the device trusts. */
export async function updateTrust(tx: Executor, serial: string, authorityId: number): Promise<void> {
  await sql`
    update device_registry set trusted_authority = ${authorityId}
    where serial = ${serial} and trusted_authority <> ${authorityId}`.execute(tx);
}

/** Revokes certificates whose time beside their successor is over. Returns their number. */
export async function retireOld(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql`
    update device_certificate
    set revoked_at = now(), revoke_reason = 'renewed'
    where fingerprint in (
      select fingerprint from device_certificate
      where standing = 'retiring' and revoked_at is null and retires_at <= ${now}
      limit ${RETIRED_AT_ONCE} for update skip locked)
    returning pg_notify(${REVOKED_CHANNEL}, fingerprint)`.execute(executor);
  return rows.length;
}

const RETIRED_AT_ONCE = 1_000;
