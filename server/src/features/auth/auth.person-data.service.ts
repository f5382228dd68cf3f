import type { PersonData } from '#platform/actor/person-data';
import {
  deletePerson,
  findSecondFactorSince,
  listActivityOf,
  listPasskeysOf,
  pseudonymiseActivity,
} from './auth.person-data.store.ts';
import { findProfile, holdPerson } from './auth.profile.store.ts';
import { listAllSessions } from './auth.sessions.store.ts';

/** Sign-ins and sign-outs that a download holds: more than a year of daily use. */
const MOST_ACTIVITY = 5_000;

/** What identity keeps of a person. It is forgotten last: the others may refer to the person until then. */
export function authPersonData(): PersonData {
  return {
    feature: 'auth',
    read: async (executor, personId) => {
      const account = await findProfile(executor, personId);
      return {
        account,
        sessions: await listAllSessions(executor, personId),
        secondFactorSince: await findSecondFactorSince(executor, personId),
        passkeys: await listPasskeysOf(executor, personId),
        activity: await listActivityOf(executor, personId, MOST_ACTIVITY),
      };
    },
    forget: async (tx, personId) => {
      if (!(await holdPerson(tx, personId))) return;
      const account = await findProfile(tx, personId);
      if (account === undefined) return;
      await pseudonymiseActivity(tx, personId, account.email);
      await deletePerson(tx, personId, account.email);
    },
  };
}
