import type { Removal } from '@trace/contract/auth/auth.second-factor.schema';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/** What the rest of the server may ask of identity. */
export interface AuthPort {
  /** The person of a request's cookies, or null. A background call (a stream, a poll) is no activity of the person. */
  authenticate(
    cookies: Readonly<Record<string, string | undefined>>,
    how: { isBackground: boolean },
  ): Promise<Actor | null>;
  /** Makes an account whose e-mail counts as confirmed; answers its id. Refuses `conflict` and `invalid_input`. */
  createAccount(account: NewAccount): Promise<string>;
  /** Finds by e-mail in any spelling of letters. */
  findAccountByEmail(email: string): Promise<Account | null>;
  /**
   * The account of a confirmed address, which nobody removes and whose address nobody changes before the transaction
   * ends; null when there is none. One that ends at this moment is waited for.
   */
  holdAccountOf(tx: Executor, email: string): Promise<Account | null>;
  /** As `holdAccountOf`, for many: by the addresses as they were given; those without an account are missing. */
  holdAccountsOf(tx: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, Account>>;
  /** Tells the others that an account has confirmed its address; call it once that is stored. */
  announceConfirmed(account: { accountId: string; email: string }): void;
  /** Those of the ids that exist. */
  accountsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Omit<Account, 'id'>>>;
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends every session of a person; open streams follow within a second. */
  endSessions(accountId: string): Promise<void>;
  /** Staff checked that a person lost their second factor: the request takes effect when it is old enough. Refuses `not_found`. */
  approveSecondFactorRemoval(email: string): Promise<Removal>;
  /** What a person knows and changes of themselves; null when the account is gone. */
  profileOf(accountId: string): Promise<AccountProfile | null>;
  /** Holds an account until the end of the transaction: whatever refers to it waits. False when it is gone. */
  holdAccount(tx: Executor, accountId: string): Promise<boolean>;
  changeProfile(tx: Executor, accountId: string, change: ProfileChange): Promise<void>;
  /** The one form in which an e-mail address is stored and compared. */
  normaliseEmail(email: string): string;
  /** Gives the account another address. Refuses `conflict` when somebody has it. */
  changeEmail(tx: Executor, accountId: string, email: string): Promise<void>;
  /**
   * Checks and hashes a new password; answers what sets it and ends all sessions but `keptSessionId`. Refuses
   * `invalid_input` for one that breaks the rules or is in use.
   */
  prepareNewPassword(accountId: string, password: string): Promise<NewPassword>;
}

/** Sets the password in the caller's transaction. */
export type NewPassword = (tx: Executor, kept: { sessionId: string }) => Promise<void>;

export interface AccountProfile extends Account {
  readonly phone: string | null;
  readonly businessName: string | null;
}

export type ProfileChange = Partial<
  Pick<AccountProfile, 'firstName' | 'lastName' | 'phone' | 'businessName' | 'timeZone'>
>;

export interface NewAccount {
  readonly email: string;
  /** Without one nobody can sign in until a password is set. */
  readonly password?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  /** IANA name, such as `Australia/Sydney`. */
  readonly timeZone: string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly timeZone: string;
}
