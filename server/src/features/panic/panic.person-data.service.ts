import type { PersonData } from '#platform/actor/person-data';
import type { Departures } from './chain/panic.departures.service.ts';
import { forgetPerson, listOwnIncidents, listOwnPositions } from './panic.person-data.store.ts';

/** The most incidents and positions in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_POSITIONS = 100_000;
const FORMER_PERSON = 'Deleted account';

export const panicPersonData = ({ departures }: { departures: Pick<Departures, 'forgotten'> }): PersonData => ({
  feature: 'panic',
  limits: { incidents: MOST_INCIDENTS, positions: MOST_POSITIONS },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_POSITIONS),
    };
  },
  async forget(tx, personId) {
    await forgetPerson(tx, personId, FORMER_PERSON);
    await departures.forgotten(tx, personId, FORMER_PERSON);
  },
});
