import type { Executor } from '#platform/db/database';

/** Somebody who wants to become an installer, in their own words. */
export interface Applicant {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Typed by hand; null, or blank, looks by e-mail and then by name. */
  readonly number: string | null;
}

/**
 * By what an applicant was found: by the record's e-mail, by full name alone, or by full name and the number. Whatever
 * is not the e-mail has to be confirmed (CERT-10).
 */
export type CertificationMatch = 'email' | 'name' | 'number';

/** Somebody who has confirmed their address and is about to get an account. */
export interface Claimant {
  readonly personId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Why an installer registers and assigns nothing new (CERT-09, CERT-10). */
export type CertificationBlock = 'ended' | 'awaiting_confirmation' | 'missing';

/** What identity and devices may ask about certifications. */
export interface CertificationPort {
  /** A certification that is the applicant's by e-mail or full name, counts now and serves nobody yet; else null. */
  prove(applicant: Applicant): Promise<{ certificationId: string; match: CertificationMatch } | null>;
  /**
   * Gives the certification to an account, in the transaction that confirms it. Only the record's own e-mail takes it at
   * once, also from a claim that waits. Otherwise the account claims it, and the address on record is asked. False when
   * the certification has ended, serves an account, or is claimed by another one.
   */
  bind(tx: Executor, certificationId: string, claimant: Claimant, match: CertificationMatch): Promise<boolean>;
  /** Full names as the training provider wrote them: by the account's id, and by the address of who has none. */
  namesOf(keys: { ids: readonly string[]; emails: readonly string[] }): Promise<ReadonlyMap<string, string>>;
  /** Which of these people's servicing is over too: their certification ended more than 30 days ago (CERT-09). */
  servicingEnded(personIds: readonly string[], executor?: Executor): Promise<ReadonlySet<string>>;
  /** Why this person registers and assigns nothing new; null when they may. An account that the operator made may. */
  blockOf(personId: string, executor?: Executor): Promise<CertificationBlock | null>;
}
