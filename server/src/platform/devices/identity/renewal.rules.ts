// REG-12: decisions about renewals of device certificates. Pure.
import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import type { RenewalRefusal } from '@trace/contract/device-protocol/certificates';

import type { CertificateKind } from './certificate-requests.ts';

export type CertificateStanding = 'current' | 'next' | 'retiring';

/** A certificate of the device that is not revoked. */
export interface OwnCertificate {
  readonly fingerprint: string;
  readonly kind: CertificateKind;
  readonly standing: CertificateStanding;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly retiresAt: Date | null;
}

export interface KeyUse {
  readonly isRevoked: boolean;
  /** Null for a certificate that no renewal has made. */
  readonly renewalPem: string | null;
}

/** Whether a device may still present this certificate: daily, for its renewal alone, or not at all. */
export function useOf(
  { expiresAt, retiresAt }: Pick<OwnCertificate, 'expiresAt' | 'retiresAt'>,
  now: Date,
): 'daily' | 'renewal' | 'none' {
  if (retiresAt !== null && retiresAt <= now) return 'none';
  if (expiresAt > now) return 'daily';
  return expiresAt.getTime() + rules.graceMs > now.getTime() ? 'renewal' : 'none';
}

/** Whether the device should renew now. */
export function isRenewalDue(
  { issuedAt, expiresAt }: Pick<OwnCertificate, 'issuedAt' | 'expiresAt'>,
  now: Date,
): boolean {
  const lifeMs = expiresAt.getTime() - issuedAt.getTime();
  return expiresAt.getTime() - now.getTime() <= Math.max(lifeMs * rules.renewShare, rules.renewLeftMs);
}

/** Decides about a request for this key: its earlier certificate, a refusal, or null for a new certificate. */
export function answerToKey(
  uses: readonly KeyUse[],
  issuedLastDay: number,
): { readonly pem: string } | { readonly refused: RenewalRefusal } | null {
  const renewed = uses.find(({ renewalPem }) => renewalPem !== null);
  if (renewed?.isRevoked === true) return { refused: 'superseded' };
  if (renewed !== undefined) return { pem: renewed.renewalPem! };
  if (uses.length > 0) return { refused: 'key_in_use' };
  return issuedLastDay >= rules.renewalsPerDay ? { refused: 'too_many' } : null;
}
