import type { Executor } from '#platform/db/database';

/**
 * The personal data of one feature: read for the user's download, deleted when the account is deleted (SET-03). Each
 * feature passes its own implementation to app.ts, so no feature knows the data of another.
 */
export interface PersonData {
  /** The feature's name, which is also the name of its part of the download. */
  readonly feature: string;
  /** Returns all data that the user is entitled to, without secrets, ready for JSON. */
  read(executor: Executor, personId: string): Promise<Readonly<Record<string, unknown>>>;
  /** The most entries that a list of `read` holds, by the list's name. A full list is named in the download (SET-05). */
  readonly limits?: Readonly<Record<string, number>>;
  /** Returns the reason why the account cannot be deleted yet, worded for the user, or null. */
  holdsBack?(executor: Executor, personId: string): Promise<string | null>;
  /** Tells people what stays at the old email address, in the transaction that changes the address and before the change. */
  notifyOfNewEmail?(tx: Executor, personId: string, email: string): Promise<void>;
  /**
   * Tells other people that the user deletes the account, before `forget`. A deletion that is repeated after a restore
   * tells no one again.
   */
  notifyOthers?(tx: Executor, personId: string): Promise<void>;
  /**
   * Deletes or pseudonymises all of the user's data, in the transaction that deletes the account. Enqueues jobs for what
   * ends outside of the database, because the transaction can fail.
   */
  forget(tx: Executor, personId: string, at: Date): Promise<void>;
  /** Cleans up resources outside of the database after the account is deleted. */
  forgotten?(personId: string): void;
}
