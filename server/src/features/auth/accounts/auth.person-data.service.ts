import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import {
  deletePerson,
  findSecondFactorSince,
  findTermsAcceptedAt,
  listActivityOf,
  listOwnEmails,
  listPasskeysOf,
  pseudonymiseActivity,
} from './auth.person-data.store.ts';
import { listAllSessions } from '../sessions/auth.sessions.store.ts';

/** Sign-ins and sign-outs that a download holds: more than a year of daily use. */
const MOST_ACTIVITY = 5_000;

/** The identity data of a user. Deleted last, because data of other features may refer to the person until then. */
export function authPersonData(people: Pick<PeoplePort, 'profileOf' | 'lockAccount'>): PersonData {
  return {
    feature: 'auth',
    limits: { activity: MOST_ACTIVITY },
    read: async (executor, personId) => {
      const account = await people.profileOf(personId, executor);
      return {
        account,
        termsAcceptedAt: await findTermsAcceptedAt(executor, personId),
        sessions: await listAllSessions(executor, personId),
        secondFactorSince: await findSecondFactorSince(executor, personId),
        passkeys: await listPasskeysOf(executor, personId),
        activity: await listActivityOf(executor, personId, MOST_ACTIVITY),
      };
    },
    forget: async (tx, personId) => {
      if (!(await people.lockAccount(tx, personId))) return;
      const account = await people.profileOf(personId, tx);
      if (account === null) return;
      const emails = await listOwnEmails(tx, personId);
      await pseudonymiseActivity(tx, personId, emails);
      await deletePerson(tx, { personId, email: account.email, emails });
    },
  };
}
