import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnContacts, listChosenBy, listOwnContacts } from './panic-contacts.person-data.store.ts';
import { findPanicSettings } from './panic-contacts.settings.store.ts';

/** The most users who chose the person, in a data download. */
const MOST_ASKERS = 1_000;

/**
 * The contacts and settings of a user, and the consents that the person gave to others. A consent stays when the account
 * is deleted, because it belongs to the email address and ends by the link in each email and test.
 */
export const createPanicContactsPersonData = (people: Pick<PeoplePort, 'profileOf'>): PersonData => ({
  feature: 'panic-contacts',
  limits: { contactOf: MOST_ASKERS },
  async read(executor, personId) {
    const email = (await people.profileOf(personId, executor))?.email ?? '';
    return {
      settings: await findPanicSettings(executor, personId),
      contacts: await listOwnContacts(executor, personId),
      contactOf: await listChosenBy(executor, email, MOST_ASKERS),
    };
  },
  forget: deleteOwnContacts,
});
