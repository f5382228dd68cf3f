import { DAY_MS } from '@trace/contract/kernel/time';
import type { PanicRole } from '@trace/contract/panic/panic.rules';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { cancelWaitingOf } from '../delivery/panic.deliveries.store.ts';
import { listOpenTakenBy, lockOpenWith, updateReleased } from '../incidents/panic.incidents.store.ts';
import { insertStep } from '../incidents/panic.timeline.store.ts';
import type { Escalation } from './panic.escalation.service.ts';
import { listRecipientsOf, withdrawRecipients, withdrawRecipientsOf } from './panic.recipients.store.ts';

export interface DeparturesDependencies {
  clock: Clock;
  escalation: Pick<Escalation, 'notifyAgain' | 'notifyDue'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

/** An incident is open for a day at most. The job of a push is retried for some hours. */
const QUEUED_PUSHES_MS = 2 * DAY_MS;

export type Departures = ReturnType<typeof createDepartures>;

/** Ends the part of people in open incidents. An incident that a departed person has taken rings the others again. */
export function createDepartures({ clock, escalation, publishIn }: DeparturesDependencies) {
  const reopen = async (tx: Executor, incidentId: string, taker: { name: string; role: PanicRole }): Promise<void> => {
    const at = clock.now();
    await updateReleased(tx, incidentId, at);
    await insertStep(tx, incidentId, at, 'released', { ...taker, hasLeft: true });
    await escalation.notifyAgain(tx, incidentId);
    await escalation.notifyDue(tx, incidentId);
  };

  return {
    /** For a deleted account. @param name replaces the person's own */
    async forgotten(tx: Executor, personId: string, name: string): Promise<void> {
      for (const { id, takenRole } of await listOpenTakenBy(tx, personId))
        await reopen(tx, id, { name, role: takenRole });
    },

    /** For deactivated support staff, and removed or stopped contacts. No further message reaches them. */
    async withdrawn(tx: Executor, role: 'support' | 'contact', id: string): Promise<void> {
      for (const incident of await lockOpenWith(tx, role, id)) {
        const recipients = await listRecipientsOf(tx, incident.id, role, id);
        const ids = recipients.map((recipient) => recipient.id);
        await withdrawRecipients(tx, ids);
        await cancelWaitingOf(tx, ids, clock.now());
        const takers = [id, ...recipients.map(({ accountId }) => accountId)];
        const isTaker = incident.takenRole === role && takers.includes(incident.takenBy);
        if (isTaker) await reopen(tx, incident.id, { name: incident.takenName ?? '', role });
        else await publishIn(tx, incident.id);
      }
      // Pushes about the end of closed incidents can still be queued.
      await withdrawRecipientsOf(tx, role, id, new Date(clock.now().getTime() - QUEUED_PUSHES_MS));
    },
  };
}
