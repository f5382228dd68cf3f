import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { recordAudit } from '#platform/audit/audit';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { z } from 'zod';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import type { HashPassword } from './auth.passwords.service.ts';
import type { AuthPort } from '../auth.port.ts';
import { insertPassword, insertPerson } from '../auth.store.ts';

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'publishConfirmed'>;
  readonly hashPassword: HashPassword;
}

const emailSchema = z.email().max(254);

/** Accounts are made by the server's own flows; a role never comes from the person (AUTH-14). */
export function createAccounts({
  database,
  clock,
  people,
  hashPassword,
}: AccountsOptions): Pick<AuthPort, 'createAccount' | 'insertAccount'> {
  const insertAccount: AuthPort['insertAccount'] = async (tx, account) => {
    const email = normaliseEmail(account.email);
    if (!emailSchema.safeParse(email).success) {
      throw new Refusal('invalid_input', signUpTexts.emailInvalid, { field: 'email' });
    }
    if (!isTimeZone(account.timeZone)) {
      throw new Refusal('invalid_input', 'Unknown time zone.', { field: 'timeZone' });
    }
    const id = await insertPerson(tx, { ...account, email }, clock.now());
    if (id === undefined) throw new Refusal('conflict', signUpTexts.emailInUse, { field: 'email' });
    return id;
  };

  return {
    insertAccount,
    createAccount: async ({ password, ...account }) => {
      const hash = password === undefined ? null : await hashPassword(password);
      const id = await database.transaction(async (tx) => {
        const inserted = await insertAccount(tx, account);
        if (hash !== null) await insertPassword(tx, inserted, hash, clock.now());
        await recordAudit(tx, creationOf(inserted, account.role));
        return inserted;
      });
      people.publishConfirmed({ accountId: id, email: normaliseEmail(account.email) });
      return id;
    },
  };
}

/**
 * The server itself creates the account: by console, demo, or a flow that records the requester in a separate audit
 * entry.
 */
function creationOf(id: string, role: Role) {
  const subject = { type: 'account', id };
  return { actorId: null, action: 'auth.createAccount', subject, details: { role }, requestId: null, address: null };
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
