import type { PersonData } from '#platform/actor/person-data';
import type { Executor } from '#platform/db/database';
import type { Escalation } from './chain/panic.escalation.service.ts';
import { listOpenTakenBy, updateReleased } from './incidents/panic.incidents.store.ts';
import { insertStep } from './incidents/panic.timeline.store.ts';
import { forgetPerson, listOwnIncidents, listOwnPositions } from './panic.person-data.store.ts';

/** The most incidents and positions in a download. */
const MOST_INCIDENTS = 10_000;
const MOST_POSITIONS = 100_000;
const FORMER_PERSON = 'Deleted account';

/** A person who leaves cannot help any more, so an incident that this person has taken rings everyone again. */
async function releaseTaken(tx: Executor, personId: string, at: Date, escalation: Escalation): Promise<void> {
  for (const { id, takenRole } of await listOpenTakenBy(tx, personId)) {
    await updateReleased(tx, id, at);
    await insertStep(tx, id, at, 'released', { name: FORMER_PERSON, role: takenRole });
    await escalation.notifyAgain(tx, id);
    await escalation.notifyDue(tx, id);
  }
}

export const panicPersonData = ({ escalation }: { escalation: Escalation }): PersonData => ({
  feature: 'panic',
  limits: { incidents: MOST_INCIDENTS, positions: MOST_POSITIONS },
  async read(executor, personId) {
    return {
      incidents: await listOwnIncidents(executor, personId, MOST_INCIDENTS),
      positions: await listOwnPositions(executor, personId, MOST_POSITIONS),
    };
  },
  async forget(tx, personId, at) {
    await forgetPerson(tx, personId, FORMER_PERSON);
    await releaseTaken(tx, personId, at, escalation);
  },
});
