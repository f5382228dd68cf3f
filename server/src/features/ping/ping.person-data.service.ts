import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnPings, listOwnPings } from './ping.person-data.store.ts';

/** Pings that a download holds: a year of full free days. */
const MOST_PINGS = 11_000;

/** The pings of a person and the locations found. Both are deleted with the person. */
export const pingPersonData: PersonData = {
  feature: 'ping',
  limits: { pings: MOST_PINGS },
  read: async (executor, personId) => ({ pings: await listOwnPings(executor, personId, MOST_PINGS) }),
  forget: deleteOwnPings,
};
