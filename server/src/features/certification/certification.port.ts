import type { Executor } from '#platform/db/database';

/** The unverified details of an applicant who wants to become an installer. */
export interface Applicant {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Typed by hand; null, or blank, looks by e-mail and then by name. */
  readonly number: string | null;
}

/**
 * How an applicant was found: by the email on record, by full name alone, or by full name and number. Any match other
 * than by email must be confirmed (CERT-10).
 */
export type CertificationMatch = 'email' | 'name' | 'number';

/** A user who has confirmed the email address and is about to get an account. */
export interface Claimant {
  readonly personId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The reason why an installer cannot register or assign new devices (CERT-09, CERT-10). */
export type CertificationBlock = 'ended' | 'awaiting_confirmation' | 'missing';

/** An ended certification, with its last days in a time zone. */
export interface EndedOfHolder {
  readonly personId: string;
  readonly reason: 'revoked' | 'expired';
  lastDaysIn(timeZone: string): { readonly ended: string; readonly servicing: string };
}

export type EndedHandler = (tx: Executor, ended: EndedOfHolder) => Promise<void>;

/** The certification functions for identity and devices. */
export interface CertificationPort {
  /**
   * Returns a certification that matches the applicant by email or full name, is valid now and is not bound to an
   * account. Otherwise returns null.
   */
  prove(applicant: Applicant): Promise<{ certificationId: string; match: CertificationMatch } | null>;
  /**
   * Binds the certification to an account, in the transaction that confirms the account. Only the email on record binds
   * at once, and then also ends a pending claim. Any other match opens a claim, and an email asks the address on
   * record. Returns false if the certification has ended, is bound to an account, or is claimed by another account.
   */
  bind(tx: Executor, certificationId: string, claimant: Claimant, match: CertificationMatch): Promise<boolean>;
  /**
   * Returns full names as recorded by the training provider: keyed by account id, or by address if no account holds the
   * certification.
   */
  namesOf(keys: { ids: readonly string[]; emails: readonly string[] }): Promise<ReadonlyMap<string, string>>;
  /** Which of these people's servicing is over too: their certification ended more than 30 days ago (CERT-09). */
  servicingEnded(personIds: readonly string[], executor?: Executor): Promise<ReadonlySet<string>>;
  /**
   * Returns the reason why this installer cannot register or assign new devices, or null. An account created by the
   * operator is not blocked.
   */
  blockOf(personId: string, executor?: Executor): Promise<CertificationBlock | null>;
  /** Runs in the transaction that tells the holder of the end. */
  onEnded(handler: EndedHandler): void;
}
