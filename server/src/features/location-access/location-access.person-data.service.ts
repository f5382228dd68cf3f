import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnAccess, listOwnAccess, listOwnLooks } from './location-access.person-data.store.ts';

/** Rows of each list that a download holds. */
const MOST_ROWS = 10_000;

/**
 * What a person asked for, allowed and looked at, and who looked at them. What was seen of somebody else stays in that
 * person's ledger, without a name; no position stands in any of it.
 */
export const locationAccessPersonData: PersonData = {
  feature: 'location-access',
  read: async (executor, personId) => ({
    requests: await listOwnAccess(executor, personId, MOST_ROWS),
    looks: await listOwnLooks(executor, personId, MOST_ROWS),
  }),
  forget: deleteOwnAccess,
};
