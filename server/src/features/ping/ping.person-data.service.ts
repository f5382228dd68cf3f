import type { AssignmentsPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnPings, deletePingsDuring, listOwnPings } from './ping.person-data.store.ts';

/** Pings that a download holds: a year of full free days. */
const MOST_PINGS = 11_000;

/**
 * The pings of a person and the locations found. Both are deleted with the person, and so are pings of others that found
 * where the person's devices were.
 */
export const pingPersonData = (devices: AssignmentsPort): PersonData => ({
  feature: 'ping',
  limits: { pings: MOST_PINGS },
  read: async (executor, personId) => ({ pings: await listOwnPings(executor, personId, MOST_PINGS) }),
  forget: async (tx, personId, at) => {
    await deleteOwnPings(tx, personId);
    for (const span of await devices.assignmentsOf(tx, personId, at)) await deletePingsDuring(tx, span);
  },
});
