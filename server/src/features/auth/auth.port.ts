import type { Removal, WaitingRemoval } from '@trace/contract/auth/factors/auth.second-factor.schema';
import type { AuditSource } from '#platform/audit/audit';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/** The identity functions that the rest of the server may call. */
export interface AuthPort {
  /** The person of a request's cookies, or null. A background call (a stream, a poll) is no activity of the person. */
  authenticate(
    cookies: Readonly<Record<string, string | undefined>>,
    how: { isBackground: boolean },
  ): Promise<Actor | null>;
  /** Throws the reason why no one can sign in. Leaves nothing behind. */
  checkSignIn(): Promise<void>;
  /**
   * Creates an account whose email counts as confirmed, and returns the account id. Refuses with `conflict` and
   * `invalid_input`.
   */
  createAccount(account: NewAccount): Promise<string>;
  /** As `createAccount`, without a password, in the caller's transaction. The caller records the audit entry. */
  insertAccount(tx: Executor, account: Omit<NewAccount, 'password'>): Promise<string>;
  /**
   * Sends the account a link, usable once, that sets a password and then ends all sessions. A newer link replaces an
   * older link.
   */
  sendPasswordLink(tx: Executor, link: PasswordLink): Promise<void>;
  /** Counts a password link that support sends. Refuses with `too_many_requests` beyond the limit per account (T28). */
  reserveSupportReset(accountId: string): Promise<void>;
  /**
   * Ends all sessions, half-done sign-ins and reset links of a person in the caller's transaction. `ended_by_server`: a
   * stranger may know the password or have added a passkey, so these end too.
   */
  endAccess(tx: Executor, accountId: string, reason: 'ended_by_server' | 'deactivated'): Promise<void>;
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends every session of a person; open streams follow within a second. */
  endSessions(accountId: string): Promise<void>;
  /**
   * Staff have checked that the user lost the second factor. The request takes effect when old enough. Refuses with
   * `not_found`.
   */
  approveSecondFactorRemoval(email: string, source?: AuditSource): Promise<Removal>;
  /** The requests of users and installers that wait for approval, oldest first. */
  waitingRemovals(): Promise<readonly WaitingRemoval[]>;
  /** A `Set-Cookie` that makes the caller's browser known to the account again, after a change that ended all others. */
  markBrowser(accountId: string): Promise<string>;
  /**
   * Counts a mail to an address that a user wants to change to. Refuses with `too_many_requests` beyond the limit per
   * address (AUTH-21).
   */
  reserveNewAddressMail(email: string): Promise<void>;
  /** Changes the account's email address. Refuses with `conflict` if another account has the address. */
  changeEmail(tx: Executor, accountId: string, email: string): Promise<void>;
  /** The email address of an account and the earlier ones that no other account has by now. */
  emailsOf(tx: Executor, accountId: string): Promise<string[]>;
  /**
   * Checks and hashes a new password. Returns a function that sets the password and ends all sessions but
   * `kept.sessionId`. Refuses with `invalid_input` a password that breaks the rules or is the current password.
   */
  prepareNewPassword(accountId: string, password: string): Promise<NewPassword>;
}

/** Sets the password in the caller's transaction. */
export type NewPassword = (tx: Executor, kept: { sessionId: string }) => Promise<void>;

export interface PasswordLink {
  readonly accountId: string;
  readonly email: string;
  readonly livesMs: number;
  words(link: string): { readonly subject: string; readonly text: string };
}

export interface NewAccount {
  readonly email: string;
  /** Without a password no sign-in is possible until a password is set. */
  readonly password?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  /** IANA name, such as `Australia/Sydney`. */
  readonly timeZone: string;
}
