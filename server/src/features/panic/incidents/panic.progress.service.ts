import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { JobEnd } from '#platform/jobs/jobs';
import { updateSeen } from '../chain/panic.recipients.store.ts';
import { cancelWaiting, markSeen } from '../delivery/panic.deliveries.store.ts';
import type { PanicAccess } from './panic.access.service.ts';
import { lockIncident, updateClosed } from './panic.incidents.store.ts';
import { insertStep } from './panic.timeline.store.ts';

export interface ProgressDependencies {
  database: Database;
  clock: Clock;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

/** Changes of an incident without an action of a person: its page was opened, or its time is over. */
export type IncidentProgress = ReturnType<typeof createProgress>;

export function createProgress({ database, clock, publishIn }: ProgressDependencies) {
  return {
    /** The incident is on the person's screen. Stored once per person. */
    see: ({ incident, viewer }: PanicAccess): Promise<void> =>
      database.transaction(async (tx) => {
        if (viewer.recipientId === null || !viewer.isNotified) return;
        // Before the recipient, as in actions and deletions.
        if ((await lockIncident(tx, incident.id)) === null) return;
        const at = clock.now();
        const isFirst = await updateSeen(tx, viewer.recipientId, at);
        await markSeen(tx, viewer.recipientId, at);
        if (!isFirst) return;
        await insertStep(tx, incident.id, at, 'seen', { name: viewer.name, role: viewer.role }, viewer.personId);
        await publishIn(tx, incident.id);
      }),

    /** Closes an incident whose time is over. */
    expire: ({ incidentId }: { incidentId: string }): Promise<JobEnd> =>
      database.transaction(async (tx) => {
        const incident = await lockIncident(tx, incidentId);
        if (incident === null || incident.closedAt !== null) return;
        const end = { outcome: incident.isTest ? ('test' as const) : ('expired' as const), name: null, note: null };
        const at = clock.now();
        await updateClosed(tx, incidentId, { ...end, role: null, at });
        await insertStep(tx, incidentId, at, 'closed', end);
        await cancelWaiting(tx, incidentId, at);
        await publishIn(tx, incidentId);
      }),
  };
}
