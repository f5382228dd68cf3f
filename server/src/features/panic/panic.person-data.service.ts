import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PersonData } from '#platform/actor/person-data';
import type { Departures } from './chain/panic.departures.service.ts';
import type { Endings } from './incidents/panic.endings.service.ts';
import {
  forgetPerson,
  listOwnDrills,
  listOwnIncidents,
  listOwnParts,
  listOwnPositions,
  listOwnSteps,
} from './panic.person-data.store.ts';

/** The most rows of each list in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_LINES = 100_000;

export interface PanicPersonDataDependencies {
  endings: Pick<Endings, 'ofDeleted'>;
  departures: Pick<Departures, 'forgotten'>;
}

export const panicPersonData = ({ endings, departures }: PanicPersonDataDependencies): PersonData => ({
  feature: 'panic',
  limits: {
    ...{ incidents: MOST_INCIDENTS, positions: MOST_LINES, steps: MOST_LINES },
    ...{ incidentsOfOthers: MOST_INCIDENTS, drills: MOST_INCIDENTS },
  },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_LINES),
      steps: await listOwnSteps(executor, personId, MOST_LINES),
      incidentsOfOthers: await listOwnParts(executor, personId, MOST_INCIDENTS),
      drills: await listOwnDrills(executor, personId, MOST_INCIDENTS),
    };
  },
  async forget(tx, personId) {
    // Before the names and addresses are removed.
    await endings.ofDeleted(tx, personId);
    await forgetPerson(tx, personId, {
      account: texts.deletedAccount,
      contact: texts.formerContact,
      note: texts.formerNote,
    });
    await departures.forgotten(tx, personId);
  },
});
