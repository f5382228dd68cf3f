import { fullName } from '@trace/contract/kernel/full-name';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import type { AssignmentsPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Departures } from '../chain/panic.departures.service.ts';
import type { Eligibility } from '../chain/panic.eligibility.service.ts';
import { listRecipients, type RecipientRow } from '../chain/panic.recipients.store.ts';
import { cancelWaiting } from '../delivery/panic.deliveries.store.ts';
import { pathOf } from '../delivery/panic.messages.rules.ts';
import { lockKeys } from '../events/panic.events.store.ts';
import { lockKeysOf } from '../events/panic.grouping.rules.ts';
import type { Notify } from '../delivery/panic.notify.service.ts';
import { endedJob } from '../panic.work.service.ts';
import { listDevices, lockNaming, lockOpenOf, updateClosed, type IncidentRow } from './panic.incidents.store.ts';
import { insertStep } from './panic.timeline.store.ts';

export interface EndingsDependencies {
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  devices: Pick<AssignmentsPort, 'assignmentsOf'>;
  notify: Pick<Notify, 'urlOf'>;
  eligibility: Pick<Eligibility, 'withdrawDeparted'>;
  departures: Pick<Departures, 'withdrawn'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

/** A message about the end is retried for so long. */
const RETRY_FOR_MS = HOUR_MS;

export type Endings = ReturnType<typeof createEndings>;

/** Ends the emergencies of a wearer who deletes the account. */
export function createEndings(dependencies: EndingsDependencies) {
  const { clock, jobs, mail, people, devices: assignments, notify, eligibility, departures, publishIn } = dependencies;

  /**
   * Sends each person a message on the channels of the alarm. The messages hold names and numbers of their own, because the
   * same transaction removes both from the incident.
   */
  const sendEndings = async (
    tx: Executor,
    incident: IncidentRow,
    name: string,
    recipients: readonly RecipientRow[],
  ) => {
    const title = texts.title(incident.kind, name, incident.isTest);
    const giveUpAt = new Date(clock.now().getTime() + RETRY_FOR_MS);
    for (const recipient of recipients) {
      const { id, accountId, email, phone, channels } = recipient;
      const base = { incidentId: incident.id, recipientId: id, giveUpAt };
      if (channels.includes('email') && email !== null)
        await mail.send(tx, {
          to: email,
          reason: 'panic',
          subject: texts.endedSubject(name),
          text: texts.mailEnded({ event: title, who: name, url: notify.urlOf(recipient) }),
          key: `panic-ended:${id}`,
          isUrgent: true,
        });
      if (channels.includes('sms') && phone !== null) {
        const message = {
          ...base,
          channel: 'sms' as const,
          to: phone,
          title,
          text: texts.smsEnded(title, name),
          url: '',
        };
        await jobs.enqueue(tx, endedJob, message, { key: `${id}:sms` });
      }
      if (channels.includes('push') && accountId !== null) {
        const message = {
          title: texts.endedSubject(name),
          text: texts.pushEnded,
          url: pathOf(notify.urlOf(recipient)),
        };
        await jobs.enqueue(
          tx,
          endedJob,
          { ...base, channel: 'push', to: accountId, ...message },
          { key: `${id}:push` },
        );
      }
    }
  };

  const close = async (tx: Executor, { id }: IncidentRow): Promise<void> => {
    const end = { outcome: 'account_deleted', name: null, note: null } as const;
    const at = clock.now();
    await updateClosed(tx, id, { ...end, role: null, at });
    await insertStep(tx, id, at, 'closed', end);
    await cancelWaiting(tx, id, at);
  };

  return {
    /** An emergency with another wearer goes on, without the contacts of the wearer who leaves. */
    async ofDeleted(tx: Executor, accountId: string): Promise<void> {
      // A concurrent press commits first and is ended here, or finds the device without this user.
      const spans = await assignments.assignmentsOf(tx, accountId, clock.now());
      const deviceIds = spans.map(({ deviceId }) => deviceId);
      await lockKeys(tx, lockKeysOf({ source: 'tracker', hub: null, deviceIds }));
      await lockNaming(tx, accountId);
      const open = await lockOpenOf(tx, accountId);
      if (open.length === 0) return;
      const account = (await people.accountsOf([accountId])).get(accountId);
      const name = account === undefined ? texts.deletedAccount : fullName(account);
      for (const incident of open) {
        const devices = await listDevices(tx, [incident.id]);
        const isShared = devices.some(({ userId }) => userId !== null && userId !== accountId);
        await eligibility.withdrawDeparted(tx, incident);
        const involved = (await listRecipients(tx, incident.id)).filter((recipient) =>
          isShared ? recipient.wearerId === accountId : recipient.accountId !== accountId,
        );
        const notified = involved.filter(
          ({ accountId: person, notifiedAt }) =>
            notifiedAt !== null || (person !== null && person === incident.takenBy),
        );
        if (!incident.isTest) await sendEndings(tx, incident, name, notified);
        if (!isShared) await close(tx, incident);
        else for (const { contactId } of involved) await departures.withdrawn(tx, 'contact', contactId!);
        await publishIn(tx, incident.id);
      }
    },
  };
}
