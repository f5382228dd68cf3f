import type { PersonData } from '#platform/actor/person-data';
import { forgetPerson, listStaffWork, listWanted } from './firmware.person-data.store.ts';

/** Updates and pieces of staff work that a download holds. */
const MOST_UPDATES = 1_000;
const MOST_WORK = 1_000;

/** The updates that a person asked for, and the releases and rollouts of a staff member. */
export const firmwarePersonData: PersonData = {
  feature: 'firmware',
  limits: { updates: MOST_UPDATES, staffWork: MOST_WORK },
  read: async (executor, personId) => ({
    updates: await listWanted(executor, personId, MOST_UPDATES),
    staffWork: await listStaffWork(executor, personId, MOST_WORK),
  }),
  forget: forgetPerson,
};
