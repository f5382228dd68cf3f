import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PanicOutcome } from '@trace/contract/panic/panic.rules';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Escalation } from '../chain/panic.escalation.service.ts';
import type { LateSupport } from '../chain/panic.late-support.service.ts';
import { findRecipient } from '../chain/panic.recipients.store.ts';
import { cancelWaiting } from '../delivery/panic.deliveries.store.ts';
import { isTaker, mayClose, mayNote, mayRelease, mayTake, type PanicViewer } from '../panic.policy.ts';
import type { PanicAccess } from './panic.access.service.ts';
import type { Aftermath } from './panic.aftermath.service.ts';
import { lockIncident, updateClosed, updateReleased, updateTaken, type IncidentRow } from './panic.incidents.store.ts';
import { insertStep } from './panic.timeline.store.ts';

export interface ActionsDependencies {
  database: Database;
  clock: Clock;
  aftermath: Aftermath;
  lateSupport: Pick<LateSupport, 'add'>;
  escalation: Escalation;
  people: Pick<PeoplePort, 'lockAccount'>;
  staff: Pick<SupportStaffPort, 'lockActive'>;
  contacts: Pick<PanicContactsPort, 'lockAgreed'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

export type IncidentActions = ReturnType<typeof createIncidentActions>;

/** The actions of people on an incident. Each action locks the incident, so of two people at once one wins. */
export function createIncidentActions(dependencies: ActionsDependencies) {
  const { database, clock, aftermath, lateSupport, escalation, people, staff, contacts, publishIn } = dependencies;

  /**
   * Locks the flags of staff, the consent of contacts or the account of others until commit, against a concurrent
   * deactivation, removal or deletion. Returns whether the viewer still has the right to take an incident.
   */
  const lockRightToTake = async (tx: Executor, { role, personId, recipientId }: PanicViewer): Promise<boolean> => {
    if (role === 'support') return staff.lockActive(tx, personId);
    if (role !== 'contact') return people.lockAccount(tx, personId);
    const recipient = recipientId === null ? null : await findRecipient(tx, recipientId);
    return recipient !== null && recipient.contactId !== null && contacts.lockAgreed(tx, recipient.contactId);
  };

  const change = (
    { incident: { id }, viewer }: PanicAccess,
    origin: CallOrigin,
    action: string,
    run: (tx: Executor, incident: IncidentRow) => Promise<void>,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      // Before the incident, as in the transactions that end this right.
      if (action === 'take' && !(await lockRightToTake(tx, viewer))) throw new Refusal('forbidden', texts.mayNotTake);
      const incident = await lockIncident(tx, id);
      if (incident === null) throw new Refusal('not_found', texts.notFound);
      await run(tx, incident);
      await recordAudit(tx, {
        // A contact without an account is named in the timeline.
        actorId: viewer.role === 'contact' ? null : viewer.personId,
        action: `panic.${action}`,
        subject: { type: 'incident', id },
        details: { role: viewer.role },
        ...{ requestId: origin.requestId, address: origin.address },
      });
      await publishIn(tx, id);
    });

  return {
    /** Repeating is harmless for the person who has the incident. */
    take: (access: PanicAccess, origin: CallOrigin): Promise<void> =>
      change(access, origin, 'take', async (tx, incident) => {
        const { viewer } = access;
        if (!mayTake(viewer)) throw new Refusal('forbidden', texts.mayNotTake);
        if (incident.closedAt !== null) throw new Refusal('conflict', texts.isClosed);
        if (isTaker(incident, viewer)) return;
        const { role, personId, name, recipientId } = viewer;
        const at = clock.now();
        if (!(await updateTaken(tx, incident.id, { role, personId, name, at })))
          throw new Refusal('conflict', texts.takenBy(incident.takenName ?? ''));
        await insertStep(tx, incident.id, at, 'taken', { name, role }, personId);
        await cancelWaiting(tx, incident.id, at);
        const isLate = role === 'support' && recipientId === null;
        if (isLate && !incident.isTest) await lateSupport.add(tx, incident.id, personId, at);
        await aftermath.mailWearers(tx, incident, viewer);
        await aftermath.followUp(tx, incident.id, viewer, 'taken');
      }),

    release: (access: PanicAccess, origin: CallOrigin): Promise<void> =>
      change(access, origin, 'release', async (tx, incident) => {
        const { viewer } = access;
        if (incident.closedAt !== null) throw new Refusal('conflict', texts.isClosed);
        if (incident.takenAt === null) throw new Refusal('conflict', texts.notTaken);
        if (!mayRelease(incident, viewer)) throw new Refusal('forbidden', texts.mayNotRelease);
        const at = clock.now();
        await updateReleased(tx, incident.id, at);
        await insertStep(tx, incident.id, at, 'released', { name: viewer.name, role: viewer.role }, viewer.personId);
        await escalation.notifyAgain(tx, incident.id);
        await escalation.notifyDue(tx, incident.id);
      }),

    close: (
      access: PanicAccess,
      origin: CallOrigin,
      { outcome, note }: { outcome: PanicOutcome; note?: string | undefined },
    ): Promise<void> =>
      change(access, origin, 'close', async (tx, incident) => {
        const { viewer } = access;
        if (incident.closedAt !== null) throw new Refusal('conflict', texts.isClosed);
        if (!mayClose(incident, viewer)) throw new Refusal('forbidden', texts.mayNotClose);
        const end = { outcome, name: viewer.name, note: note === '' ? null : (note ?? null) };
        const at = clock.now();
        await updateClosed(tx, incident.id, { ...end, role: viewer.role, at });
        await insertStep(tx, incident.id, at, 'closed', end, viewer.personId);
        await cancelWaiting(tx, incident.id, at);
        await aftermath.followUp(tx, incident.id, viewer, 'closed');
      }),

    note: (access: PanicAccess, origin: CallOrigin, text: string): Promise<void> =>
      change(access, origin, 'note', (tx, incident) => {
        const { name, role, personId } = access.viewer;
        if (!mayNote(access.viewer)) throw new Refusal('forbidden', texts.mayNotNote);
        return insertStep(tx, incident.id, clock.now(), 'noted', { name, role, text }, personId);
      }),
  };
}
