import type { PersonData } from '#platform/actor/person-data';
import { findClaimOfPerson, forgetClaimant } from './certification.claims.store.ts';
import { findOfPerson, freeFromPerson } from './certification.store.ts';

/**
 * SET-03: the record belongs to the training provider and stays. The link to this account and the account's claim are
 * deleted.
 */
export const certificationPersonData: PersonData = {
  feature: 'certification',
  read: async (executor, personId) => {
    const held = await findOfPerson(executor, personId);
    const claim = await findClaimOfPerson(executor, personId);
    return { ...held, ...(claim && { claim }) };
  },
  forget: async (tx, personId, at) => {
    await freeFromPerson(tx, personId);
    await forgetClaimant(tx, personId, at);
  },
};
