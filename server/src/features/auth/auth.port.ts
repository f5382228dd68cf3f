import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';

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
  /** Those of the ids that exist. */
  accountsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Omit<Account, 'id'>>>;
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends every session of a person; open streams follow within a second. */
  endSessions(accountId: string): Promise<void>;
}

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
