import type { PersonData } from '#platform/actor/person-data';
import { forgetPerson, listOwnIncidents, listOwnPositions } from './panic.person-data.store.ts';

/** The most incidents and positions in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_POSITIONS = 100_000;

export const panicPersonData: PersonData = {
  feature: 'panic',
  limits: { incidents: MOST_INCIDENTS, positions: MOST_POSITIONS },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_POSITIONS),
    };
  },
  forget: (tx, personId) => forgetPerson(tx, personId, 'Deleted account'),
};
