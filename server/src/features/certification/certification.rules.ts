import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { EXPIRING_MS, SERVICING_MS } from '@trace/contract/certification/certification.rules';
import type { HeldCertification, OwnCertification } from '@trace/contract/certification/certification.schema';
import type { Applicant, CertificationMatch } from './certification.port.ts';

/** Dashes that word processors insert in place of a plain hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g;
const SPACES = /[\s\p{Z}]+/gu;
/** Invisible characters: joiners, direction marks, byte order marks. */
const UNSEEN = /\p{Cf}/gu;

/** Normalises a number for comparison, regardless of how the number was copied from a letter or an email. */
export function normaliseNumber(number: string): string {
  return number.normalize('NFKC').replace(UNSEEN, '').replace(SPACES, '').replace(DASHES, '-').toUpperCase();
}

/** A name for people to read: trimmed, with single spaces. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(UNSEEN, '').replace(SPACES, ' ').trim();
}

/** Normalises a name for comparison, regardless of case and spacing. */
export function nameKeyOf(name: string): string {
  return tidyName(name.normalize('NFKC')).replaceAll('\u2019', "'").toLowerCase();
}

/** The keys for looking up an applicant. `number` is null if none was typed. */
export interface ApplicantKeys {
  readonly email: string;
  readonly nameKey: string;
  readonly number: string | null;
}

export function keysOf(applicant: Applicant): ApplicantKeys {
  const number = normaliseNumber(applicant.number ?? '');
  return {
    email: normaliseEmail(applicant.email),
    // CERT-03: both trimmed, joined by a space.
    nameKey: nameKeyOf(`${applicant.firstName.trim()} ${applicant.lastName.trim()}`),
    number: number === '' ? null : number,
  };
}

/** A certification that is valid now and not bound to an account, with the fields for comparison. */
export interface Candidate {
  readonly id: string;
  readonly number: string;
  readonly email: string;
  readonly nameKey: string;
}

/** Which of the candidates is the applicant's; the earlier of the list is preferred. */
export function chooseCandidate(
  keys: ApplicantKeys,
  candidates: readonly Candidate[],
): { certificationId: string; match: CertificationMatch } | null {
  const own = candidates.filter(({ email, nameKey }) => email === keys.email || nameKey === keys.nameKey);
  const fitting = keys.number === null ? own : own.filter(({ number }) => number === keys.number);
  const byEmail = fitting.find(({ email }) => email === keys.email);
  if (byEmail) return found('email', byEmail);
  return keys.number === null ? found('name', onlyPerson(fitting)) : found('number', fitting[0]);
}

/** A name that several people share does not identify the applicant. */
function onlyPerson(candidates: readonly Candidate[]): Candidate | undefined {
  return new Set(candidates.map(({ email }) => email)).size === 1 ? candidates[0] : undefined;
}

function found(match: CertificationMatch, candidate: Candidate | undefined) {
  return candidate === undefined ? null : { certificationId: candidate.id, match };
}

export interface CertificationEnds {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface CertificationValidity {
  readonly state: HeldCertification['state'];
  readonly reason: HeldCertification['reason'];
  readonly endsAt: Date | null;
  readonly servicingUntil: Date | null;
}

/** Returns whether a certification is valid at an instant, and until when (CERT-09). The earlier of expiry and revocation is the end. */
export function validityAt({ expiresAt, revokedAt }: CertificationEnds, now: Date): CertificationValidity {
  const isRevokedFirst = revokedAt !== null && (expiresAt === null || revokedAt <= expiresAt);
  const endsAt = isRevokedFirst ? revokedAt : expiresAt;
  if (endsAt === null) return { state: 'valid', reason: null, endsAt: null, servicingUntil: null };
  const leftMs = endsAt.getTime() - now.getTime();
  if (leftMs > 0) {
    const state = leftMs <= EXPIRING_MS ? 'expiring' : 'valid';
    return { state, reason: null, endsAt, servicingUntil: null };
  }
  const servicingUntil = new Date(endsAt.getTime() + SERVICING_MS);
  return { state: 'ended', reason: isRevokedFirst ? 'revoked' : 'expired', endsAt, servicingUntil };
}

/**
 * The outcome of a claim. Confirmed: by the address on record or by staff. Declined: by that address. Expired: without
 * an answer. Taken: by the person whose email is on record. Released: by staff. Withdrawn: by deleting the account.
 */
export type ClaimOutcome = 'confirmed' | 'declined' | 'expired' | 'taken' | 'released' | 'withdrawn';

export interface ClaimOfPerson {
  readonly matchedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Null while the address on record is asked. */
  readonly outcome: ClaimOutcome | null;
  readonly endedAt: Date | null;
}

type Missing = Extract<OwnCertification, { state: 'missing' }>;

/** Why an account whose claim has this outcome holds no certification. */
export function missingReasonOf(outcome: ClaimOutcome): Missing['reason'] {
  if (outcome === 'declined' || outcome === 'expired' || outcome === 'taken') return outcome;
  return 'released';
}

/** Returns the state of an account that has no certification but has claimed one (CERT-10). */
export function stateOfClaim({ outcome, expiresAt }: ClaimOfPerson): Exclude<OwnCertification, HeldCertification> {
  if (outcome === null) return { state: 'awaiting_confirmation', until: expiresAt.toISOString() };
  return { state: 'missing', reason: missingReasonOf(outcome) };
}

/** A day for people to read, such as `30 June 2027`. */
export const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone }).format(at);
