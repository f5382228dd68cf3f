import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** CERT-08: look-ups by strangers, per address; an address that asks for more guesses. */
export const certificationCheckLimit = { perAddress: 10, windowMs: HOUR_MS } as const;

/** CERT-09: how long an installer services devices after the certification ended. */
export const SERVICING_MS = 30 * DAY_MS;

/** How long before its end a certification counts as expiring: time enough for a course. */
export const EXPIRING_MS = 30 * DAY_MS;

/** CERT-10: how long a claim waits for its answer, and how long the link in its mail works. */
export const CLAIM_LIVES_MS = 14 * DAY_MS;

/** Claims of one certification within the window. Each claim sends one mail to the address on record. */
export const claimLimit = { claims: 3, windowMs: 30 * DAY_MS } as const;

/** Where the link of that mail leads; the token stands in the fragment, which no server and no log ever sees. */
export const CLAIM_PATH = '/certification-claim';

export const NUMBER_MAX_LENGTH = 40;
export const PERSON_NAME_MAX_LENGTH = 100;

/** Why the sign-up form asks for a number, or what is wrong with the given number (CERT-04, CERT-05). */
export type CertificationProblem = 'none_found' | 'lookup_failed' | 'number_invalid' | 'number_failed';

/** The progress of the certification check at sign-up (CERT-01). `not_found` means manual entry. */
export interface CertificationProgress {
  readonly state: 'unverified' | 'verifying' | 'verified' | 'not_found';
  /**
   * The number typed by hand. Empty when email or name proved the certification. Sent with the sign-up when not empty.
   */
  readonly number: string;
  readonly problem: CertificationProblem | null;
}

/** The initial state, and the state after switching the type (CERT-01). */
export const unverifiedCertification: CertificationProgress = { state: 'unverified', number: '', problem: null };

/** CERT-08: why staff revoke a certification. */
export const CERTIFICATION_REASON_MAX_LENGTH = 500;

/** CERT-08: limits of the staff page. */
export const managedCertificationRules = { pageSize: 50, fileMostBytes: 4 * 2 ** 20, searchMaxLength: 100 } as const;
