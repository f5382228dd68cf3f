import type { Executor } from '#platform/db/database';

/** Somebody who wants to become an installer, in their own words. */
export interface Applicant {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Typed by hand; null, or blank, looks by e-mail and then by name. */
  readonly number: string | null;
}

/** By what an applicant was found; a number is typed by hand and worth a second look by staff. */
export type CertificationMatch = 'email' | 'name' | 'number';

/** What identity and devices may ask about certifications. */
export interface CertificationPort {
  /** A certification that is the applicant's by e-mail or full name, counts now and serves nobody yet; else null. */
  prove(applicant: Applicant): Promise<{ certificationId: string; match: CertificationMatch } | null>;
  /**
   * Gives the certification to an account, in the transaction that confirms it; false when it has ended or somebody
   * was faster. Without `match` it counts as typed by hand, which is the careful reading.
   */
  bind(tx: Executor, certificationId: string, personId: string, match?: CertificationMatch): Promise<boolean>;
  /** Full names as the training provider wrote them: by the account's id, and by the address of who has none. */
  namesOf(keys: { ids: readonly string[]; emails: readonly string[] }): Promise<ReadonlyMap<string, string>>;
  /** Which of these people's servicing is over too: their certification ended more than 30 days ago (CERT-09). */
  servicingEnded(personIds: readonly string[], executor?: Executor): Promise<ReadonlySet<string>>;
  /** False once an installer's certification has ended (CERT-09); an installer whom the operator made needs none. */
  isValidFor(personId: string, executor?: Executor): Promise<boolean>;
}
