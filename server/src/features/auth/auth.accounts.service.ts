import { roleSchema } from '@trace/contract/kernel/roles';
import type { Role } from '@trace/contract/kernel/roles';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { z } from 'zod';
import { normaliseEmail } from './auth.email.rules.ts';
import { accountConfirmed } from './auth.events.ts';
import type { HashPassword } from './auth.passwords.service.ts';
import type { Account, AuthPort } from './auth.port.ts';
import {
  findPersonByEmail,
  holdPersonByEmail,
  holdPersonsByEmail,
  insertPassword,
  insertPerson,
  listPersons,
} from './auth.store.ts';
import type { PersonRow } from './auth.store.ts';

export type Accounts = Pick<
  AuthPort,
  'createAccount' | 'findAccountByEmail' | 'holdAccountOf' | 'holdAccountsOf' | 'announceConfirmed' | 'accountsOf'
>;

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly hashPassword: HashPassword;
}

const emailSchema = z.email().max(254);

/** Accounts are made by the server's own flows; a role never comes from the person (AUTH-14). */
export function createAccounts({ database, clock, bus, hashPassword }: AccountsOptions): Accounts {
  return {
    createAccount: async ({ password, ...account }) => {
      const email = normaliseEmail(account.email);
      if (!emailSchema.safeParse(email).success) {
        throw new Refusal('invalid_input', 'This is not an e-mail address.', { field: 'email' });
      }
      if (!isTimeZone(account.timeZone)) {
        throw new Refusal('invalid_input', 'This time zone is not known.', { field: 'timeZone' });
      }
      const hash = password === undefined ? null : await hashPassword(password);
      const at = clock.now();
      const id = await database.transaction(async (tx) => {
        const inserted = await insertPerson(tx, { ...account, email }, at);
        if (inserted === undefined) return undefined;
        if (hash !== null) await insertPassword(tx, inserted, hash, at);
        await recordAudit(tx, creationOf(inserted, account.role));
        return inserted;
      });
      if (id === undefined) throw new Refusal('conflict', 'An account with this e-mail exists.', { field: 'email' });
      bus.announce(accountConfirmed, { accountId: id, email });
      return id;
    },
    findAccountByEmail: async (email) => {
      const row = await findPersonByEmail(database.sql, normaliseEmail(email));
      return row === undefined ? null : asAccount(row);
    },
    holdAccountOf: async (tx, email) => {
      const row = await holdPersonByEmail(tx, normaliseEmail(email));
      return row === undefined ? null : asAccount(row);
    },
    holdAccountsOf: async (tx, emails) => {
      const wanted = new Map(emails.map((email) => [normaliseEmail(email), email]));
      const rows = wanted.size === 0 ? [] : await holdPersonsByEmail(tx, [...wanted.keys()]);
      return new Map(
        rows.map(asAccount).flatMap((account) => (account === null ? [] : [[wanted.get(account.email)!, account]])),
      );
    },
    announceConfirmed: (account) => bus.announce(accountConfirmed, account),
    accountsOf: async (ids) => {
      const rows = ids.length === 0 ? [] : await listPersons(database.sql, ids);
      const accounts = rows.map(asAccount).filter((account) => account !== null);
      return new Map(accounts.map(({ id, ...account }) => [id, account]));
    },
  };
}

/** Made by the server itself: by its console, its demo, or a flow that says who asked for it in an entry of its own. */
function creationOf(id: string, role: Role) {
  const subject = { type: 'account', id };
  return { actorId: null, action: 'auth.createAccount', subject, details: { role }, requestId: null, address: null };
}

/** An account without a role that this server knows is none (AUTH-14). */
function asAccount(row: PersonRow): Account | null {
  const role = roleSchema.safeParse(row.role);
  return role.success ? { ...row, role: role.data } : null;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
