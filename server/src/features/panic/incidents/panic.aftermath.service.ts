import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { listRecipients } from '../chain/panic.recipients.store.ts';
import type { FollowUp } from '../delivery/panic.messages.rules.ts';
import { takenKeyPrefix, type Notify } from '../delivery/panic.notify.service.ts';
import type { PanicViewer } from '../panic.policy.ts';
import { followUpJob } from '../panic.work.service.ts';
import type { IncidentRow } from './panic.incidents.store.ts';

export interface AftermathDependencies {
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  notify: Pick<Notify, 'urlOf'>;
}

export type Aftermath = ReturnType<typeof createAftermath>;

/** The messages after an action on an incident. */
export function createAftermath({ clock, jobs, mail, notify }: AftermathDependencies) {
  /** Tells the others who were notified, by push as each of them chose. */
  const followUp = async (tx: Executor, incidentId: string, viewer: PanicViewer, what: FollowUp): Promise<void> => {
    const others = (await listRecipients(tx, incidentId)).filter(
      ({ id, notifiedAt, channels }) => notifiedAt !== null && channels.includes('push') && id !== viewer.recipientId,
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
        key: `${takenKeyPrefix}${wearer.id}:${clock.now().getTime()}`,
        isUrgent: true,
      });
    }
  };

  return { followUp, mailWearers };
}
