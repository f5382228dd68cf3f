import type { Removal } from '@trace/contract/auth/factors/auth.second-factor.schema';
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
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends every session of a person; open streams follow within a second. */
  endSessions(accountId: string): Promise<void>;
  /** Staff checked that a person lost their second factor: the request takes effect when it is old enough. Refuses `not_found`. */
  approveSecondFactorRemoval(email: string): Promise<Removal>;
  /** A `Set-Cookie` that makes the caller's browser known to the account again, after a change that ended all others. */
  markBrowser(accountId: string): Promise<string>;
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
