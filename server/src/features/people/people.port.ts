import type { Role } from '@trace/contract/kernel/roles';
import type { Stop } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';

/** A person's account as other features see the account. */
export interface Account {
  readonly id: string;
  /** Normalised. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  /** IANA name, such as `Australia/Sydney`. */
  readonly timeZone: string;
}

export interface AccountProfile extends Account {
  readonly phone: string | null;
  readonly businessName: string | null;
  readonly createdAt: Date;
}

export type ProfileChange = Partial<
  Pick<AccountProfile, 'firstName' | 'lastName' | 'phone' | 'businessName' | 'timeZone'>
>;

/** The directory of people: who has an account, and how to reach the person. Every other feature may use this port. */
export interface PeoplePort {
  /** Finds an account by email address, ignoring case. */
  findAccountByEmail(email: string): Promise<Account | null>;
  /**
   * Locks the account with this confirmed address until commit (FOR SHARE), so that neither the account nor its address
   * changes meanwhile. Waits for a running deletion of the account and then returns null.
   */
  lockAccountOf(tx: Executor, email: string): Promise<Account | null>;
  /** As `lockAccountOf`, for many: by the addresses as given. Addresses without an account are missing. */
  lockAccountsOf(tx: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, Account>>;
  /** The first names of the accounts with these confirmed addresses, by the addresses as given. */
  firstNamesOf(executor: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The ids of the accounts with these confirmed addresses, by the addresses as given. */
  idsOf(executor: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The existing accounts among `ids`, by id. */
  accountsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Omit<Account, 'id'>>>;
  /** The ids of all accounts. */
  accountIds(): Promise<string[]>;
  /** Ids of at most `limit` accounts whose name or email contains the text, for searches of support staff. */
  findIds(text: string, of: { readonly isStaff?: boolean; readonly limit: number }): Promise<string[]>;
  /** The person's own profile, or null when the account has been deleted. */
  profileOf(accountId: string, executor?: Executor): Promise<AccountProfile | null>;
  /** Locks an account until commit (FOR UPDATE). Returns false if the account has been deleted. */
  lockAccount(tx: Executor, accountId: string): Promise<boolean>;
  changeProfile(tx: Executor, accountId: string, change: ProfileChange): Promise<void>;
  /** Publishes on the bus that an account has confirmed its address. Call after the commit. */
  publishConfirmed(account: { accountId: string; email: string }): void;
  /** Runs after a person has confirmed an address, by signing up or by changing to this address. */
  onConfirmed(run: (email: string) => Promise<void>): Stop;
}
