// The certificates of this installation: issued, listed, revoked. A serial has one
// current operational certificate. A renewal under way adds its next and retiring certificates (renewals.ts).
import { certificateRules } from '@trace/contract/device-protocol/certificates.rules';
import { sql } from 'kysely';

import type { Database, Executor } from '#platform/db/database';

import type { Authority, RevokedNumber, SignedCertificate } from './authority.ts';
import type { CertificateKind } from './certificate-requests.ts';
import { readEnd } from './certificate-figures.ts';
import type { CertificateStanding } from './renewal.rules.ts';
import { lockCertificatesOf } from './renewal.store.ts';
import { REVOKED_CHANNEL } from './revocation-list.ts';

export interface IssuedCertificate {
  fingerprint: string;
  serial: string;
  kind: CertificateKind;
  standing: CertificateStanding;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokeReason: string | null;
}

/** A certificate that another account has requested. */
export interface OfOthers {
  serial: string;
  fingerprint: string;
  isRevoked: boolean;
}

export interface Certificates {
  /** The certificates of all valid authorities, in PEM. */
  readonly caPem: string;
  /**
   * Signs the device's request. A new operational certificate revokes the previous one. `before` and `alongside` run in
   * the same transaction, `before` ahead of the locks of certificates.
   * @throws RequestRefused when the request is broken, badly signed, not EC P-256 or for another serial
   */
  issue(
    serial: string,
    csrPem: string,
    kind?: CertificateKind,
    also?: {
      /** The account whose tool sends the request. */
      requestedBy: string;
      before(tx: Executor): Promise<void>;
      alongside(tx: Executor, issued: SignedCertificate & { hasReplaced: boolean }): Promise<void>;
    },
  ): Promise<SignedCertificate>;
  /**
   * Revokes all certificates of a serial (or of one kind) and returns their fingerprints. The device is disconnected
   * within 1 s.
   */
  revoke(serial: string, reason: string, kind?: CertificateKind, executor?: Executor): Promise<string[]>;
  /**
   * Handles the certificates that other accounts than `by` have requested for these serials, and returns one entry per
   * certificate. Revokes the certificates of devices that can go back to a factory certificate. The others stay valid,
   * because their devices could never connect again.
   */
  revokeOfOthers(tx: Executor, serials: readonly string[], by: readonly string[], now: Date): Promise<OfOthers[]>;
  /** Revokes a single certificate. */
  revokeOne(fingerprint: string, reason: string): Promise<void>;
  /** The fingerprints of all certificates that are not revoked. */
  listValid(): Promise<string[]>;
  /** The serial numbers of all revoked certificates that have not expired, oldest first. */
  listRevoked(): Promise<RevokedNumber[]>;
  /** The end of the last certificate of a serial. Null without a valid certificate. */
  endOf(serial: string): Promise<Date | null>;
  /** Newest first. */
  list(serial: string): Promise<IssuedCertificate[]>;
}

const MAX_LISTED = 100;

export function createCertificates(options: { database: Database; authority: Authority }): Certificates {
  const { database, authority } = options;
  return {
    get caPem() {
      return authority.caPem;
    },
    issue: async (serial, csrPem, kind = 'operational', also) => {
      const signed = await authority.sign(kind, csrPem, serial);
      await database.transaction(async (tx) => {
        await also?.before(tx);
        const replaced = kind === 'operational' ? await replaceActive(tx, serial) : [];
        await insert(tx, serial, kind, { ...signed, requestedBy: also?.requestedBy ?? null });
        await also?.alongside(tx, { ...signed, hasReplaced: replaced.length > 0 });
      });
      return signed;
    },
    revoke: (serial, reason, kind, executor = database.sql) => revoke(executor, serial, reason, kind ?? null),
    revokeOfOthers,
    revokeOne: async (fingerprint, reason) => {
      await sql`
        update device_certificate set revoked_at = now(), revoke_reason = left(${reason}, 200)
        where fingerprint = ${fingerprint} and revoked_at is null`.execute(database.sql);
    },
    listValid: async () => {
      const { rows } = await sql<{ fingerprint: string }>`
        select fingerprint from device_certificate where revoked_at is null`.execute(database.sql);
      return rows.map(({ fingerprint }) => fingerprint);
    },
    listRevoked: async () => {
      const { rows } = await sql<RevokedNumber>`
        select number, revoked_at from device_certificate
        where revoked_at is not null and number is not null and expires_at > now() order by revoked_at`.execute(
        database.sql,
      );
      return rows;
    },
    endOf: (serial) => readEnd(database.sql, serial),
    list: async (serial) => {
      const { rows } = await sql<IssuedCertificate>`
        select fingerprint, serial, kind, standing, issued_at, expires_at, revoked_at, revoke_reason
        from device_certificate where serial = ${serial}
        order by issued_at desc, fingerprint limit ${MAX_LISTED}`.execute(database.sql);
      return rows;
    },
  };
}

/** The lock serialises concurrent requests, so that both succeed and the later certificate stays. */
async function replaceActive(executor: Executor, serial: string): Promise<string[]> {
  await lockCertificatesOf(executor, serial);
  return revoke(executor, serial, 'replaced', 'operational');
}

async function insert(
  executor: Executor,
  serial: string,
  kind: CertificateKind,
  signed: SignedCertificate & { requestedBy: string | null },
): Promise<void> {
  await sql`
    insert into device_certificate (fingerprint, number, serial, kind, issued_at, expires_at, key_hash, requested_by)
    values (${signed.fingerprint}, ${signed.number}, ${serial}, ${kind}, clock_timestamp(), ${signed.expiresAt},
      ${signed.keyHash}, ${signed.requestedBy})`.execute(executor);
}

async function revoke(
  executor: Executor,
  serial: string,
  reason: string,
  kind: CertificateKind | null,
): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    with revoked as (
      update device_certificate set revoked_at = now(), revoke_reason = left(${reason}, 200)
      where serial = ${serial} and revoked_at is null and (${kind}::text is null or kind = ${kind})
      returning fingerprint, pg_notify(${REVOKED_CHANNEL}, fingerprint)
    ) select fingerprint from revoked`.execute(executor);
  return rows.map(({ fingerprint }) => fingerprint);
}

async function revokeOfOthers(
  tx: Executor,
  serials: readonly string[],
  by: readonly string[],
  now: Date,
): Promise<OfOthers[]> {
  const renewableSince = new Date(now.getTime() - certificateRules.graceMs);
  const { rows } = await sql<OfOthers>`
    with other as (
      select c.serial, c.fingerprint, exists (
        select from device_certificate factory where factory.serial = c.serial and factory.kind = 'factory'
          and factory.revoked_at is null and factory.expires_at > ${now}) as has_factory
      from device_certificate c
      where c.serial = any(${[...serials]}::text[]) and c.revoked_at is null and c.expires_at > ${renewableSince}
        and c.requested_by <> all(${[...by]}::uuid[])
    ), revoked as (
      update device_certificate c set revoked_at = now(), revoke_reason = 'registered by another installer'
      from other where c.fingerprint = other.fingerprint and other.has_factory
      returning c.fingerprint, pg_notify(${REVOKED_CHANNEL}, c.fingerprint)
    )
    select other.serial, other.fingerprint, revoked.fingerprint is not null as is_revoked
    from other left join revoked using (fingerprint) order by other.serial, other.fingerprint`.execute(tx);
  return rows;
}
