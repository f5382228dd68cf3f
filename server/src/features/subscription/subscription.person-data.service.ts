import type { PersonData } from '#platform/actor/person-data';
import { deletePlan, findPlan } from './subscription.store.ts';

/** The plan of a person: it ends with the account (SET-03). */
export const subscriptionPersonData: PersonData = {
  feature: 'subscription',
  read: async (executor, personId) => ({ plan: (await findPlan(executor, personId)) ?? null }),
  forget: deletePlan,
};
