import type { PersonData } from '#platform/actor/person-data';
import type { Executor } from '#platform/db/database';
import type { Departures } from './chain/panic.departures.service.ts';
import { forgetPerson, listOpenOf, listOwnIncidents, listOwnPositions } from './panic.person-data.store.ts';

/** The most incidents and positions in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_POSITIONS = 100_000;
const FORMER_PERSON = 'Deleted account';

export interface PanicPersonDataDependencies {
  departures: Pick<Departures, 'forgotten'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

export const panicPersonData = ({ departures, publishIn }: PanicPersonDataDependencies): PersonData => ({
  feature: 'panic',
  limits: { incidents: MOST_INCIDENTS, positions: MOST_POSITIONS },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_POSITIONS),
    };
  },
  async forget(tx, personId) {
    // A deleted incident has no audience any more. Open pages must stop ringing for it.
    for (const id of await listOpenOf(tx, personId)) await publishIn(tx, id);
    await forgetPerson(tx, personId, FORMER_PERSON);
    await departures.forgotten(tx, personId, FORMER_PERSON);
  },
});
