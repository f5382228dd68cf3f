import type { PersonData } from '#platform/actor/person-data';
import { findOfPerson, freeFromPerson } from './certification.store.ts';

/** SET-03: the record stays the training provider's; that this account used it is forgotten. */
export const certificationPersonData: PersonData = {
  feature: 'certification',
  read: async (executor, personId) => {
    const held = await findOfPerson(executor, personId);
    return held === undefined ? {} : { ...held };
  },
  forget: (tx, personId) => freeFromPerson(tx, personId),
};
