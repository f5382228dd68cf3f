import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PersonData } from '#platform/actor/person-data';
import type { Departures } from './chain/panic.departures.service.ts';
import type { Endings } from './incidents/panic.endings.service.ts';
import { forgetPerson, listOwnIncidents, listOwnPositions } from './panic.person-data.store.ts';

/** The most incidents and positions in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_POSITIONS = 100_000;

export interface PanicPersonDataDependencies {
  endings: Pick<Endings, 'ofDeleted'>;
  departures: Pick<Departures, 'forgotten'>;
}

export const panicPersonData = ({ endings, departures }: PanicPersonDataDependencies): PersonData => ({
  feature: 'panic',
  limits: { incidents: MOST_INCIDENTS, positions: MOST_POSITIONS },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_POSITIONS),
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
