import type { Executor } from '#platform/db/database';

/**
 * What a feature keeps of a person: read for their download, forgotten when they leave (SET-03). Each feature hands its
 * own to app.ts, so that no feature knows what the others keep.
 */
export interface PersonData {
  /** The feature; names its part of the download. */
  readonly feature: string;
  /** Everything of the person that is theirs to have, without secrets, ready for JSON. */
  read(executor: Executor, personId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Why the person cannot leave yet, in words for them; null when nothing holds them. */
  holdsBack?(executor: Executor, personId: string): Promise<string | null>;
  /** Ends what lives outside of the database and must not outlive the account; called before the transaction. */
  leaving?(personId: string): Promise<void>;
  /** Removes or pseudonymises all of it, in the transaction that ends the account. */
  forget(tx: Executor, personId: string, at: Date): Promise<void>;
  /** Called once the account has ended, for what lives outside of the database. */
  forgotten?(personId: string): void;
}
