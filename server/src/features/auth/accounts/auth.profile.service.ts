import { createHash } from 'node:crypto';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Attempts } from '../auth.attempts.service.ts';
import type { OwnSessions } from '../sessions/auth.own-sessions.service.ts';
import { findPasswordOwner, requireGoodPassword } from '../sign-up/auth.new-password.service.ts';
import { newAddressMailLimit } from '../sign-up/auth.sign-up-limits.rules.ts';
import { deleteHalfSignIns } from '../sign-up/auth.reset.store.ts';
import { verifyPassword, type HashPassword } from './auth.passwords.service.ts';
import type { AuthPort } from '../auth.port.ts';
import { deleteResets, findPasswordHash, savePassword, updateEmail } from './auth.profile.store.ts';

export type Profiles = Pick<AuthPort, 'reserveNewAddressMail' | 'changeEmail' | 'prepareNewPassword'>;

export interface ProfilesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly hashPassword: HashPassword;
  readonly endOthers: OwnSessions['endOthersIn'];
}

/** Stores a user's own changes for the accounts feature, which makes the decisions and records the audit entries. */
export function createProfiles({ database, clock, attempts, hashPassword, endOthers }: ProfilesOptions): Profiles {
  return {
    reserveNewAddressMail: (email) => {
      const limits = [newAddressMailLimit(createHash('sha256').update(email).digest('base64url'))];
      return attempts.reserveOrRefuse(limits, accountsTexts.tooManyMails);
    },
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
