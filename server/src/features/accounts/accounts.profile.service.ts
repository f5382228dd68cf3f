import type { Profile, ProfileChange } from '@trace/contract/accounts/accounts.schema';
import { accountsMails, accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { isPhone } from '@trace/contract/accounts/accounts.phone.rules';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { announceAccount } from './accounts.events.ts';
import { mayChangePhone, mayHaveBusinessName } from './accounts.policy.ts';
import { findWaitingEmail } from './accounts.store.ts';

export type ProfileService = ReturnType<typeof createProfileService>;

export interface ProfileDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  readonly people: Pick<PeoplePort, 'profileOf' | 'changeProfile'>;
}

/** Reads and changes the user's own profile (SET-01, SET-04). */
export function createProfileService({ database, clock, mail, people }: ProfileDependencies) {
  const profileOf = async (actor: Actor): Promise<Profile> => {
    const account = await people.profileOf(actor.accountId);
    if (account === null) throw new Refusal('unauthenticated', 'Please sign in.');
    const { email, firstName, lastName, phone, timeZone, role: userType } = account;
    return {
      email,
      nextEmail: await findWaitingEmail(database.sql, actor.accountId, clock.now()),
      userType,
      status: 'active',
      firstName,
      lastName,
      phone,
      businessName: mayHaveBusinessName(actor) ? account.businessName : null,
      timeZone,
    };
  };

  return {
    profileOf,
    update: async (actor: Actor, origin: CallOrigin, change: ProfileChange): Promise<Profile> => {
      if (change.businessName !== undefined && !mayHaveBusinessName(actor)) {
        throw new Refusal('invalid_input', accountsTexts.businessOfInstallers, { field: 'body.businessName' });
      }
      if (typeof change.phone === 'string' && !isPhone(change.phone)) {
        throw new Refusal('invalid_input', accountsTexts.phoneInvalid, { field: 'body.phone' });
      }
      const { phone } = change;
      const isPhoneNew = phone !== undefined && phone !== (await people.profileOf(actor.accountId))?.phone;
      if (isPhoneNew && mayChangePhone(actor, clock.now()) === 'proof_required') {
        throw new Refusal('proof_required', accountsTexts.proveForPhone);
      }
      await database.transaction(async (tx) => {
        await people.changeProfile(tx, actor.accountId, present(change));
        if (isPhoneNew) {
          const { subject, text } = accountsMails.phone;
          const words = { subject, text: text(phone), key: `phone-changed:${origin.requestId}` };
          await mail.send(tx, { to: actor.email, ...words, reason: 'account' });
        }
        await announceAccount(tx, actor.accountId);
        const subject = { type: 'account', id: actor.accountId };
        const details = { fields: Object.keys(present(change)).sort() };
        const entry = { actorId: actor.accountId, subject, details, ...origin };
        await recordAudit(tx, { action: 'accounts.updateProfile', ...entry });
      });
      return profileOf(actor);
    },
  };
}

/** Drops the fields that the request omitted. */
function present(change: ProfileChange) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
