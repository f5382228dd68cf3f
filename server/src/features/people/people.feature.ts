// The directory of people: names, email addresses, time zones and profiles of all accounts.
// Serves every feature that names or writes to a person. Signing up and signing in belong to auth.
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { roleSchema } from '@trace/contract/kernel/roles';
import { defineEvent, type Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Account, PeoplePort } from './people.port.ts';
import {
  findPersonByEmail,
  findProfile,
  listAllIds,
  listConfirmed,
  listPersonIds,
  listPersons,
  lockPerson,
  lockPersonsByEmail,
  updateProfile,
  type PersonRow,
} from './people.store.ts';

/** A person proved ownership of an email address. */
const accountConfirmed = defineEvent<{ accountId: string; email: string }>('account.confirmed');

export interface PeopleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

export function createPeopleFeature({
  database,
  clock,
  bus,
}: PeopleDependencies): Feature & { readonly port: PeoplePort } {
  const lockAccountsOf: PeoplePort['lockAccountsOf'] = async (tx, emails) => {
    const wanted = new Map(emails.map((email) => [normaliseEmail(email), email]));
    const rows = wanted.size === 0 ? [] : await lockPersonsByEmail(tx, [...wanted.keys()]);
    return new Map(accountsIn(rows).map((account) => [wanted.get(account.email)!, account]));
  };

  /** Reads one value of each account with a confirmed address, by the addresses as given. */
  const valuesOf = async (
    executor: Executor,
    emails: readonly string[],
    read: (row: { id: string; firstName: string }) => string,
  ): Promise<ReadonlyMap<string, string>> => {
    const normal = new Map(emails.map((email) => [email, normaliseEmail(email)]));
    const rows = normal.size === 0 ? [] : await listConfirmed(executor, [...normal.values()]);
    const values = new Map(rows.map((row) => [row.email, read(row)]));
    return new Map(
      [...normal].flatMap(([email, known]) => {
        const value = values.get(known);
        return value === undefined ? [] : [[email, value] as const];
      }),
    );
  };

  const port: PeoplePort = {
    firstNamesOf: (executor, emails) => valuesOf(executor, emails, ({ firstName }) => firstName),
    idsOf: (executor, emails) => valuesOf(executor, emails, ({ id }) => id),
    async findAccountByEmail(email) {
      const row = await findPersonByEmail(database.sql, normaliseEmail(email));
      return accountsIn(row === undefined ? [] : [row])[0] ?? null;
    },
    lockAccountOf: async (tx, email) => (await lockAccountsOf(tx, [email])).get(email) ?? null,
    lockAccountsOf,
    async accountsOf(ids) {
      const rows = ids.length === 0 ? [] : await listPersons(database.sql, ids);
      return new Map(accountsIn(rows).map(({ id, ...account }) => [id, account]));
    },
    accountIds: () => listAllIds(database.sql),
    findIds: (text, { isStaff = false, limit }) => listPersonIds(database.sql, text, { isStaff, limit }),
    async profileOf(accountId, executor = database.sql) {
      const row = await findProfile(executor, accountId);
      return accountsIn(row === undefined ? [] : [row])[0] ?? null;
    },
    lockAccount: lockPerson,
    changeProfile: (tx, accountId, change) => updateProfile(tx, accountId, change, clock.now()),
    publishConfirmed: (account) => bus.announce(accountConfirmed, account),
    onConfirmed: (run) => bus.on(accountConfirmed, ({ email }) => run(email)),
  };
  return { name: 'people', port };
}

/** Leaves out accounts whose role this server does not know (AUTH-14). */
function accountsIn<Row extends PersonRow>(rows: readonly Row[]): (Row & Account)[] {
  return rows.flatMap((row) => {
    const role = roleSchema.safeParse(row.role);
    return role.success ? [{ ...row, role: role.data }] : [];
  });
}
