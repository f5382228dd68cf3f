import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { OwnSessions } from '../sessions/auth.own-sessions.service.ts';
import { findPasswordOwner, requireGoodPassword } from '../sign-up/auth.new-password.service.ts';
import { deleteHalfSignIns } from '../sign-up/auth.reset.store.ts';
import { verifyPassword, type HashPassword } from './auth.passwords.service.ts';
import type { AuthPort } from '../auth.port.ts';
import { deleteResets, findPasswordHash, savePassword, updateEmail } from './auth.profile.store.ts';

export type Profiles = Pick<AuthPort, 'changeEmail' | 'prepareNewPassword'>;

export interface ProfilesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly hashPassword: HashPassword;
  readonly endOthers: OwnSessions['endOthersIn'];
}

/** Stores a user's own changes for the accounts feature, which makes the decisions and records the audit entries. */
export function createProfiles({ database, clock, hashPassword, endOthers }: ProfilesOptions): Profiles {
  return {
    changeEmail: async (tx, accountId, email) => {
      const isFree = await updateEmail(tx, accountId, email, clock.now());
      if (!isFree) throw new Refusal('conflict', accountsTexts.emailTaken);
      await deleteResets(tx, accountId);
    },
    prepareNewPassword: async (accountId, password) => {
      await requireGoodPassword(password, await findPasswordOwner(database.sql, accountId), 'body.password');
      const present = await findPasswordHash(database.sql, accountId);
      if (present !== null && (await verifyPassword({ hash: present, password }))) {
        throw new Refusal('invalid_input', accountsTexts.passwordSame, { field: 'body.password' });
      }
      const hash = await hashPassword(password);
      return async (tx, { sessionId }) => {
        await savePassword(tx, accountId, hash, clock.now());
        await deleteResets(tx, accountId);
        await deleteHalfSignIns(tx, accountId);
        await endOthers(tx, accountId, sessionId, 'password_changed');
      };
    },
  };
}
