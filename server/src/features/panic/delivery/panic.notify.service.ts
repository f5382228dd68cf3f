import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@trace/contract/kernel/time';
import type { PanicChannel } from '@trace/contract/panic/panic.rules';
import type { AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { contactStop } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { RecipientRow } from '../chain/panic.recipients.store.ts';
import type { PanicLinks } from '../panic.links.service.ts';
import { pushJob, smsJob } from '../panic.work.service.ts';
import { countSms, insertDeliveries } from './panic.deliveries.store.ts';
import { mailOf, type MessageFacts } from './panic.messages.rules.ts';
import { maySendSms } from './panic.sms-limits.rules.ts';

export interface NotifyDependencies {
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  links: PanicLinks;
  contacts: Pick<PanicContactsPort, 'stopLinkOf'>;
  portalUrl(): string;
}

export const mailKeyPrefix = 'panic:';
/** The key by which the state of an email is read again. */
export const mailKeyOf = (deliveryId: string): string => `${mailKeyPrefix}${deliveryId}`;

/** The email to a wearer that the incident is not taken. The id of the wearer's place in the chain and a count follow. */
export const nobodyKeyPrefix = 'panic-nobody:';

/** The email to a wearer that the incident was taken. The id of the wearer's place in the chain and the time follow. */
export const takenKeyPrefix = 'panic-taken:';

export type Notify = ReturnType<typeof createNotify>;

export function createNotify({ clock, jobs, mail, people, links, contacts, portalUrl }: NotifyDependencies) {
  /** A push goes to the account of the email address. */
  const urlOf = (
    { id, role, incidentId }: Pick<RecipientRow, 'id' | 'role' | 'incidentId'>,
    kind: AddressKind = 'email',
  ): string => {
    if (role === 'contact') return links.urlOf(id, kind);
    const areas = {
      wearer: '/user/incidents',
      company: '/installer/incidents',
      support: '/support/panic-system/incidents',
    };
    return `${portalUrl()}${areas[role]}/${incidentId}`;
  };

  return {
    urlOf,

    /**
     * Plans a round of messages to recipients in the caller's transaction. Each leaves after the commit, by a job of
     * its channel. Returns the channels that are used.
     */
    async send(
      tx: Executor,
      facts: MessageFacts,
      recipients: readonly RecipientRow[],
      round: number,
    ): Promise<PanicChannel[]> {
      const limited = await overSmsLimits(tx, recipients, clock.now());
      const planned = recipients.flatMap((recipient) =>
        recipient.channels
          .filter((channel) => channel !== 'sms' || !limited.has(recipient.id))
          .map((channel) => ({ id: randomUUID(), recipient, channel })),
      );
      const fresh = await insertDeliveries(
        tx,
        planned.map(({ id, recipient, channel }) => ({
          ...{ id, channel, round },
          recipientId: recipient.id,
          state: isReachable(recipient, channel) ? 'waiting' : 'none',
        })),
        clock.now(),
      );
      const waiting = planned.filter(({ id, recipient, channel }) => fresh.has(id) && isReachable(recipient, channel));
      const by = (channel: PanicChannel) => waiting.filter((delivery) => delivery.channel === channel);
      const jobsOf = (channel: PanicChannel) => by(channel).map(({ id }) => ({ payload: { deliveryId: id }, key: id }));
      if (by('push').length > 0) await jobs.enqueueAll(tx, pushJob, jobsOf('push'));
      if (by('sms').length > 0) await jobs.enqueueAll(tx, smsJob, jobsOf('sms'));
      const mailed = by('email');
      const accounts = await people.accountsOf(mailed.flatMap(({ recipient }) => zoneOwnerOf(recipient) ?? []));
      for (const { id, recipient } of mailed) {
        const { timeZone = 'UTC' } = accounts.get(zoneOwnerOf(recipient) ?? '') ?? {};
        const { contactId } = recipient;
        const reader = { role: recipient.role, timeZone, url: urlOf(recipient) };
        const { subject, text } = mailOf(facts, reader);
        await mail.send(tx, {
          to: recipient.email!,
          reason: 'panic',
          subject,
          text: contactId === null ? text : `${text}\n\n${contactStop(contacts.stopLinkOf(contactId))}`,
          key: mailKeyOf(id),
          isUrgent: true,
        });
      }
      return [...new Set(waiting.map(({ channel }) => channel))];
    },
  };
}

/** Returns the recipients whose number has had too many SMS. Their other channels go on. */
async function overSmsLimits(tx: Executor, recipients: readonly RecipientRow[], now: Date): Promise<Set<string>> {
  const ids = recipients
    .filter(({ phone, channels }) => phone !== null && channels.includes('sms'))
    .map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const counted = await countSms(tx, ids, { hourAgo, dayAgo });
  return new Set(counted.filter((counts) => !maySendSms(counts)).map(({ recipientId }) => recipientId));
}

/** The person whose time zone an email uses. A contact without an account reads times in the zone of the wearer. */
const zoneOwnerOf = ({ accountId, wearerId }: RecipientRow): string | null => accountId ?? wearerId;

function isReachable({ accountId, email, phone }: RecipientRow, channel: PanicChannel): boolean {
  if (channel === 'email') return email !== null;
  if (channel === 'sms') return phone !== null;
  return accountId !== null;
}
