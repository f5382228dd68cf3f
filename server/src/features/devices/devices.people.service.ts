import type { Executor } from '#platform/db/database';

/** Whoever the server knows by an account; filled in by app.ts, since devices use no port of identity. */
export interface DevicePeople {
  /** The account of a confirmed address, which nobody changes or removes before the transaction ends; null: there is none. */
  holdAccountOf(tx: Executor, email: string): Promise<{ id: string; role: string } | null>;
  /** The same for many, by the addresses as they were given. */
  holdAccountsOf(tx: Executor, emails: readonly string[]): Promise<ReadonlyMap<string, { id: string; role: string }>>;
  accountsOf(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { email: string; firstName: string; lastName: string }>>;
}
