import { panicRules } from '@trace/contract/panic/panic.rules';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { JobEnd, Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { nobodyKeyPrefix, type Notify } from '../delivery/panic.notify.service.ts';
import type { FactsReader } from '../incidents/panic.facts.service.ts';
import { lockIncident, updateReminded, type IncidentRow } from '../incidents/panic.incidents.store.ts';
import { countReleases, insertStep } from '../incidents/panic.timeline.store.ts';
import { isPending, isStillWanted } from '../panic.policy.ts';
import { escalateJob, locateJob, remindJob, type Ending } from '../panic.work.service.ts';
import type { Eligibility } from './panic.eligibility.service.ts';
import type { LateSupport } from './panic.late-support.service.ts';
import { listRecipients, markNotified, takeDueRecipients, type RecipientRow } from './panic.recipients.store.ts';

export interface EscalationDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  notify: Notify;
  facts: FactsReader;
  eligibility: Pick<Eligibility, 'withdrawDeparted'>;
  lateSupport: Pick<LateSupport, 'addAll'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

const namesOf = (recipients: readonly RecipientRow[]): string[] => recipients.map(({ name }) => name);
const laterOf = (at: Date, other: Date | undefined): Date => (other !== undefined && other > at ? other : at);

/** Mails a wearer that no one handles the emergency, once more after each time that the incident was given back. */
async function mailNobody(
  tx: Executor,
  mail: EscalationDependencies['mail'],
  { wearer, text, releases }: { wearer: RecipientRow; text: string; releases: number },
): Promise<void> {
  const { id, email, channels } = wearer;
  if (email === null || !channels.includes('email')) return;
  const key = `${nobodyKeyPrefix}${id}:${releases}`;
  await mail.send(tx, { to: email, reason: 'panic', subject: texts.nobodySubject, text, key, isUrgent: true });
}

export type Escalation = ReturnType<typeof createEscalation>;

/** Notifies people by their turns until the incident is taken (PANIC-04). */
export function createEscalation(dependencies: EscalationDependencies) {
  const { database, clock, jobs, mail, notify, facts, eligibility, lateSupport, publishIn } = dependencies;

  /** The people in the chain, with support who joined since. People who left the chain have no channel. */
  const listReachable = async (tx: Executor, incident: IncidentRow): Promise<RecipientRow[]> => {
    await eligibility.withdrawDeparted(tx, incident);
    await lateSupport.addAll(tx, incident, clock.now());
    return (await listRecipients(tx, incident.id)).filter(({ channels }) => channels.length > 0);
  };

  /** Plans the next turn, or the reminder after the last turn. The free plan has neither: its chain is a portal alone. */
  const planNext = async (tx: Executor, incident: IncidentRow, recipients: readonly RecipientRow[]): Promise<void> => {
    const next = recipients.find(({ notifiedAt }) => notifiedAt === null);
    if (next !== undefined) {
      const key = `${incident.id}:${next.dueAt.getTime()}`;
      return jobs.enqueue(tx, escalateJob, { incidentId: incident.id, dueAt: next.dueAt }, { key, runAt: next.dueAt });
    }
    const isChain = recipients.some(({ role, channels }) => role !== 'wearer' || channels.length > 1);
    if (incident.isTest || !isChain) return;
    const runAt = new Date(clock.now().getTime() + panicRules.reminderMs);
    await jobs.enqueue(tx, remindJob, { incidentId: incident.id }, { key: incident.id, runAt });
  };

  /**
   * Notifies the recipients whose turn has come, in the caller's transaction and under the incident's lock. `turnAt` is
   * the turn of the running job. The clock can step back since its start, and its key keeps the turn from being planned.
   */
  const notifyDue = async (tx: Executor, incidentId: string, turnAt?: Date): Promise<void> => {
    const incident = (await lockIncident(tx, incidentId))!;
    if (!isPending(incident)) return publishIn(tx, incidentId);
    const now = laterOf(clock.now(), turnAt);
    await eligibility.withdrawDeparted(tx, incident);
    const due = await takeDueRecipients(tx, incidentId, now);
    const recipients = await listRecipients(tx, incidentId);
    if (due.length > 0) {
      const isFirstTurn = recipients.filter(({ notifiedAt }) => notifiedAt !== null).length === due.length;
      const channels = await notify.send(tx, await facts.of(tx, incident), due, incident.round);
      const afterSec = Math.round((now.getTime() - incident.openedAt.getTime()) / 1_000);
      const detail = { names: namesOf(due), channels };
      if (isFirstTurn) await insertStep(tx, incidentId, now, 'notified', detail);
      else await insertStep(tx, incidentId, now, 'escalated', { ...detail, afterSec });
    }
    await planNext(tx, incident, recipients);
    await publishIn(tx, incidentId);
  };

  return {
    notifyDue,

    /**
     * Another press after the cool-down, a reminder or a release: the recipients notified so far are notified again. Of
     * a taken incident, the taker is notified, even one who took the incident before the own turn.
     */
    async notifyAgain(tx: Executor, incidentId: string): Promise<void> {
      const incident = (await lockIncident(tx, incidentId))!;
      if (incident.closedAt !== null) return;
      // The requests for positions may have ended.
      await jobs.enqueue(tx, locateJob, { incidentId }, { key: incidentId });
      const everyone = await listReachable(tx, incident);
      const again = everyone.filter(
        (recipient) =>
          (incident.takenAt !== null || recipient.notifiedAt !== null) && isStillWanted(incident, recipient),
      );
      if (again.length === 0) return;
      const now = clock.now();
      // A withdrawn recipient who was not notified is deleted, and with the recipient the delivery that refuses the email.
      await markNotified(tx, again, now);
      const channels = await notify.send(tx, await facts.of(tx, incident), again, incident.round);
      await insertStep(tx, incidentId, now, 'notified', { names: namesOf(again), channels });
    },

    escalate: ({ incidentId, dueAt }: { incidentId: string; dueAt?: Date | undefined }, run: Ending): Promise<JobEnd> =>
      database.transaction(async (tx) => {
        await lockIncident(tx, incidentId);
        await run.end(tx);
        await notifyDue(tx, incidentId, dueAt);
      }),

    /** Reminds all recipients, and tells the wearer that the incident is not taken. */
    remind: ({ incidentId }: { incidentId: string }, run: Ending): Promise<JobEnd> =>
      database.transaction(async (tx) => {
        const incident = await lockIncident(tx, incidentId);
        await run.end(tx);
        if (incident === null || !isPending(incident)) return;
        const now = clock.now();
        const everyone = (await listReachable(tx, incident)).filter(({ notifiedAt }) => notifiedAt !== null);
        const isAnybodyThere = everyone.some(({ role }) => role !== 'wearer');
        await insertStep(tx, incidentId, now, isAnybodyThere ? 'nobody_took' : 'nobody_there', {});
        const round = await updateReminded(tx, incidentId, now);
        const releases = await countReleases(tx, incidentId);
        await notify.send(tx, await facts.of(tx, incident), everyone, round);
        const textOf = isAnybodyThere ? texts.mailNobody : texts.mailAlone;
        for (const wearer of everyone.filter(({ role }) => role === 'wearer'))
          await mailNobody(tx, mail, { wearer, text: textOf(notify.urlOf(wearer)), releases });
        await publishIn(tx, incidentId);
      }),
  };
}
