import type { PersonData } from '#platform/actor/person-data';
import { forgetPerson, listOfPerson } from './notifications.store.ts';

/** Entries of each list that a download holds. */
const MOST_ENTRIES = 1_000;

/** The notifications that a person created or read. */
export const notificationsPersonData: PersonData = {
  feature: 'notifications',
  limits: { created: MOST_ENTRIES, read: MOST_ENTRIES },
  read: (executor, personId) => listOfPerson(executor, personId, MOST_ENTRIES),
  forget: forgetPerson,
};
