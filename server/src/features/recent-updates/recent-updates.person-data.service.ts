import type { PersonData } from '#platform/actor/person-data';
import { forgetCreator, listCreatedBy } from './recent-updates.staff.store.ts';

/** Updates that a download holds. */
const MOST_UPDATES = 1_000;

/** The updates that a staff member published stay. Only the author is deleted. */
export const recentUpdatesPersonData: PersonData = {
  feature: 'recent-updates',
  limits: { updates: MOST_UPDATES },
  read: async (executor, personId) => ({ updates: await listCreatedBy(executor, personId, MOST_UPDATES) }),
  forget: forgetCreator,
};
