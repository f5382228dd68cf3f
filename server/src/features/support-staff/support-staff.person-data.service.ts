import type { PersonData } from '#platform/actor/person-data';
import { findStaff } from './support-staff.store.ts';

/** The flags of a staff member. The row is deleted with the account. */
export const supportStaffPersonData: PersonData = {
  feature: 'support-staff',
  read: async (executor, personId) => {
    const row = await findStaff(executor, personId);
    return row === null ? {} : { isActive: row.isActive, isAdmin: row.isAdmin, since: row.createdAt };
  },
  forget: async () => {},
};
