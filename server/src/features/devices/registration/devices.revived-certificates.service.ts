import type { Certificates } from '#platform/devices/identity/certificates';
import type { Revivable } from '#platform/tombstones/tombstones';

/** Certificates that a restored database has revived. */
export function revivableCertificates(
  enrolment: () => { certificates: Pick<Certificates, 'listValid' | 'revokeOne'> },
): Revivable {
  return {
    list: () => enrolment().certificates.listValid(),
    async end(fingerprint) {
      await enrolment().certificates.revokeOne(fingerprint, 'revoked before the database was restored');
      return null;
    },
  };
}
