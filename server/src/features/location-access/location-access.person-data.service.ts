import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { PersonData } from '#platform/actor/person-data';
import { listBreakGlassOf } from './break-glass/location-access.break-glass.store.ts';
import { deleteOwnAccess, listOwnAccess, listOwnLooks } from './location-access.person-data.store.ts';

/** Rows of each list that a download holds. */
const MOST_ROWS = 10_000;

/**
 * A person's requests, grants and views, and other people's views of the person. After deletion, a view of another user
 * stays in that user's access log without a name. None of this data contains a position.
 */
export const locationAccessPersonData: PersonData = {
  feature: 'location-access',
  limits: { requests: MOST_ROWS, looks: MOST_ROWS, support: MOST_ROWS },
  read: async (executor, personId) => ({
    requests: await listOwnAccess(executor, personId, MOST_ROWS),
    looks: await listOwnLooks(executor, personId, MOST_ROWS),
    support: await listBreakGlassOf(executor, personId, MOST_ROWS),
  }),
  forget: (tx, personId) => deleteOwnAccess(tx, personId, texts.formerPerson),
};
