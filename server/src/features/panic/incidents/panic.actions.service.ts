import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { PanicOutcome } from '@trace/contract/panic/panic.rules';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { JobEnd, Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Escalation } from '../chain/panic.escalation.service.ts';
import { listRecipients, updateSeen } from '../chain/panic.recipients.store.ts';
import { cancelWaiting, markSeen } from '../delivery/panic.deliveries.store.ts';
import type { FollowUp } from '../delivery/panic.messages.rules.ts';
import type { Notify } from '../delivery/panic.notify.service.ts';
import { followUpJob } from '../panic.jobs.ts';
import { isTaker, mayClose, mayRelease, mayTake, type PanicViewer } from '../panic.policy.ts';
import type { PanicAccess } from './panic.access.service.ts';
import { lockIncident, updateClosed, updateReleased, updateTaken, type IncidentRow } from './panic.incidents.store.ts';
import { insertStep } from './panic.timeline.store.ts';

export interface ActionsDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  notify: Notify;
  escalation: Escalation;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

export type IncidentActions = ReturnType<typeof createIncidentActions>;

/** What people do to an incident. Each action locks the incident, so of two people at once one wins. */
export function createIncidentActions(dependencies: ActionsDependencies) {
  const { database, clock, jobs, mail, notify, escalation, publishIn } = dependencies;

  const change = (
    { incident: { id }, viewer }: PanicAccess,
    origin: CallOrigin,
    action: string,
    run: (tx: Executor, incident: IncidentRow) => Promise<void>,
  ): Promise<void> =>
    database.transaction(async (tx) => {
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

  /** Tells the others who were notified. */
  const followUp = async (tx: Executor, incidentId: string, viewer: PanicViewer, what: FollowUp): Promise<void> => {
    const others = (await listRecipients(tx, incidentId)).filter(
      ({ id, notifiedAt, accountId }) => notifiedAt !== null && accountId !== null && id !== viewer.recipientId,
    );
    if (others.length === 0) return;
    await jobs.enqueueAll(
      tx,
      followUpJob,
      others.map(({ id }) => ({
        payload: { recipientId: id, what, name: viewer.name },
        key: `${id}:${what}:${clock.now().getTime()}`,
      })),
    );
  };

  const mailWearers = async (tx: Executor, incident: IncidentRow, viewer: PanicViewer): Promise<void> => {
    const recipients = await listRecipients(tx, incident.id);
    for (const wearer of recipients) {
      if (wearer.role !== 'wearer' || wearer.email === null || !wearer.channels.includes('email')) continue;
      if (wearer.id === viewer.recipientId) continue;
      await mail.send(tx, {
        to: wearer.email,
        reason: 'panic',
        subject: texts.takenSubject(viewer.name),
        text: texts.mailTaken(viewer.name, notify.urlOf(wearer)),
        key: `panic-taken:${wearer.id}:${clock.now().getTime()}`,
        isUrgent: true,
      });
    }
  };

  return {
    /** Repeating is harmless for the person who has the incident. */
    take: (access: PanicAccess, origin: CallOrigin): Promise<void> =>
      change(access, origin, 'take', async (tx, incident) => {
        const { viewer } = access;
        if (!mayTake(viewer)) throw new Refusal('forbidden', texts.mayNotTake);
        if (incident.closedAt !== null) throw new Refusal('conflict', texts.isClosed);
        if (isTaker(incident, viewer)) return;
        const { role, personId, name } = viewer;
        const at = clock.now();
        if (!(await updateTaken(tx, incident.id, { role, personId, name, at })))
          throw new Refusal('conflict', texts.takenBy(incident.takenName ?? ''));
        await insertStep(tx, incident.id, at, 'taken', { name, role });
        await cancelWaiting(tx, incident.id, at);
        await mailWearers(tx, incident, viewer);
        await followUp(tx, incident.id, viewer, 'taken');
      }),

    release: (access: PanicAccess, origin: CallOrigin): Promise<void> =>
      change(access, origin, 'release', async (tx, incident) => {
        const { viewer } = access;
        if (incident.closedAt !== null) throw new Refusal('conflict', texts.isClosed);
        if (incident.takenAt === null) throw new Refusal('conflict', texts.notTaken);
        if (!mayRelease(incident, viewer)) throw new Refusal('forbidden', texts.mayNotRelease);
        const at = clock.now();
        await updateReleased(tx, incident.id, at);
        await insertStep(tx, incident.id, at, 'released', { name: viewer.name, role: viewer.role });
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
        await updateClosed(tx, incident.id, { ...end, at });
        await insertStep(tx, incident.id, at, 'closed', end);
        await cancelWaiting(tx, incident.id, at);
        await followUp(tx, incident.id, viewer, 'closed');
      }),

    note: (access: PanicAccess, origin: CallOrigin, text: string): Promise<void> =>
      change(access, origin, 'note', (tx, incident) => {
        const { name, role } = access.viewer;
        return insertStep(tx, incident.id, clock.now(), 'noted', { name, role, text });
      }),

    /** The incident is on the person's screen. Stored once per person. */
    see: ({ incident, viewer }: PanicAccess): Promise<void> =>
      database.transaction(async (tx) => {
        if (viewer.recipientId === null || !viewer.isNotified) return;
        const at = clock.now();
        const isFirst = await updateSeen(tx, viewer.recipientId, at);
        await markSeen(tx, viewer.recipientId, at);
        if (!isFirst) return;
        await insertStep(tx, incident.id, at, 'seen', { name: viewer.name, role: viewer.role });
        await publishIn(tx, incident.id);
      }),

    /** Closes what nobody has closed. */
    expire: ({ incidentId }: { incidentId: string }): Promise<JobEnd> =>
      database.transaction(async (tx) => {
        const incident = await lockIncident(tx, incidentId);
        if (incident === null || incident.closedAt !== null) return;
        const end = { outcome: incident.isTest ? ('test' as const) : ('expired' as const), name: null, note: null };
        const at = clock.now();
        await updateClosed(tx, incidentId, { ...end, at });
        await insertStep(tx, incidentId, at, 'closed', end);
        await cancelWaiting(tx, incidentId, at);
        await publishIn(tx, incidentId);
      }),
  };
}
