import { DAY_MS } from '@trace/contract/kernel/time';
import type { AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { panicRules, type PanicRole } from '@trace/contract/panic/panic.rules';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { cancelWaitingOf } from '../delivery/panic.deliveries.store.ts';
import { listOpenTakenBy, lockOpenWith, updateReleased, type IncidentRow } from '../incidents/panic.incidents.store.ts';
import { insertStep } from '../incidents/panic.timeline.store.ts';
import { LINK_AFTER_CLOSE_MS } from '../panic.policy.ts';
import type { Escalation } from './panic.escalation.service.ts';
import {
  listRecipientsOf,
  removeAddressOf,
  withdrawRecipients,
  withdrawRecipientsOf,
  type RecipientRow,
} from './panic.recipients.store.ts';

export interface DeparturesDependencies {
  clock: Clock;
  escalation: Pick<Escalation, 'notifyAgain' | 'notifyDue'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

/** The job of a push is retried for some hours. */
const QUEUED_PUSHES_MS = panicRules.expiresMs + DAY_MS;

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

  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  /** Rings the others again when the taker is among these recipients. */
  const reopenIfTaken = async (
    tx: Executor,
    incident: IncidentRow,
    role: 'support' | 'contact',
    id: string,
    recipients: readonly RecipientRow[],
  ): Promise<void> => {
    const takers = [id, ...recipients.map(({ accountId }) => accountId)];
    const isTaker = incident.takenRole === role && takers.includes(incident.takenBy);
    if (isTaker) await reopen(tx, incident.id, { name: incident.takenName ?? '', role });
    else await publishIn(tx, incident.id);
  };

  return {
    /** For a deleted account. */
    async forgotten(tx: Executor, personId: string): Promise<void> {
      for (const { id, takenRole, takenName } of await listOpenTakenBy(tx, personId))
        await reopen(tx, id, { name: takenName, role: takenRole });
    },

    /** For deactivated support staff, and removed or stopped contacts. No further message reaches them. */
    async withdrawn(tx: Executor, role: 'support' | 'contact', id: string): Promise<void> {
      for (const incident of await lockOpenWith(tx, role, id)) {
        const recipients = await listRecipientsOf(tx, incident.id, role, id);
        const ids = recipients.map((recipient) => recipient.id);
        await withdrawRecipients(tx, ids);
        await cancelWaitingOf(tx, ids, clock.now());
        await reopenIfTaken(tx, incident, role, id, recipients);
      }
      // Pushes about the end of closed incidents can still be queued.
      await withdrawRecipientsOf(tx, role, id, before(QUEUED_PUSHES_MS));
    },

    /**
     * For a removed address of a contact with another address. An incident that the contact has taken rings again,
     * because the taker may be the person at the removed address.
     */
    async addressRemoved(tx: Executor, contactId: string, kind: AddressKind): Promise<void> {
      const open = await lockOpenWith(tx, 'contact', contactId);
      const places = await Promise.all(open.map(({ id }) => listRecipientsOf(tx, id, 'contact', contactId)));
      await removeAddressOf(tx, contactId, kind, before(panicRules.expiresMs + LINK_AFTER_CLOSE_MS));
      for (const [index, incident] of open.entries()) {
        const recipients = places[index] ?? [];
        const ids = recipients.map(({ id }) => id);
        await cancelWaitingOf(tx, ids, clock.now(), kind === 'phone' ? ['sms'] : ['push']);
        await reopenIfTaken(tx, incident, 'contact', contactId, recipients);
      }
    },
  };
}
