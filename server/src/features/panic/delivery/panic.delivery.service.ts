import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { JobEnd } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Sms } from '#platform/sms/sms';
import type { Eligibility } from '../chain/panic.eligibility.service.ts';
import { findRecipient, type RecipientRow } from '../chain/panic.recipients.store.ts';
import type { FactsReader, IncidentFacts } from '../incidents/panic.facts.service.ts';
import { isPending, isStillWanted } from '../panic.policy.ts';
import { countAttempt, findDelivery, settleDelivery, type PlannedDelivery } from './panic.deliveries.store.ts';
import { followUpOf, pushOf, smsOf, type FollowUp, type PanicPush } from './panic.messages.rules.ts';
import { mailKeyPrefix, nobodyKeyPrefix, takenKeyPrefix, type Notify } from './panic.notify.service.ts';

export interface DeliveryDependencies {
  database: Database;
  clock: Clock;
  push: PersonPushPort;
  sms: Sms;
  mail: Pick<Mail, 'checkBeforeSending'>;
  facts: FactsReader;
  notify: Pick<Notify, 'urlOf'>;
  eligibility: Pick<Eligibility, 'mayNotify'>;
  publish(incidentId: string): Promise<void>;
}

/** The first retries of a message follow quickly, because a panic cannot wait. */
const RETRY_MS = [2_000, 5_000, 10_000, 20_000, 40_000] as const;
/** Each further retry, as long as the incident is open and not taken. */
const LATER_RETRY_MS = MINUTE_MS;
const GIVE_UP_AFTER_MS = HOUR_MS;
/** Stored with an email that is withdrawn. */
const INCIDENT_ENDED = 'the incident was taken or closed';
const notReached = ({ role }: RecipientRow): string =>
  role === 'wearer' ? 'the wearer pressed under threat' : 'the recipient has left the incident';

/** The jobs of the channels push and SMS. Sent at least once: a process that dies after sending sends again. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { database, clock, push, sms, mail, facts, notify, eligibility, publish } = dependencies;

  /** Of the messages of an incident, push services and browsers keep the newest. */
  const pushTo = async (recipient: RecipientRow, message: PanicPush): Promise<Outcome> => {
    const outcome = await push.push(recipient.accountId!, recipient.incidentId, message);
    if (outcome === 'no_browser') return 'none';
    return outcome === 'sent' ? 'sent' : 'later';
  };

  const settle = async ({ id, incidentId }: PlannedDelivery, state: DeliveryEnd): Promise<void> => {
    await settleDelivery(database.sql, id, state, clock.now());
    await publish(incidentId);
  };

  /** Sends a waiting message with `send`. Cancels it when the incident was taken or closed, or the recipient has left. */
  const deliver = async (
    deliveryId: string,
    send: (recipient: RecipientRow, known: IncidentFacts, delivery: PlannedDelivery) => Promise<Outcome>,
  ): Promise<JobEnd> => {
    const delivery = await findDelivery(database.sql, deliveryId);
    if (delivery === null || delivery.state !== 'waiting') return;
    const recipient = (await findRecipient(database.sql, delivery.recipientId))!;
    const known = await facts.read(database.sql, delivery.incidentId);
    const isWanted =
      isStillWanted(known.incident, recipient) &&
      (await eligibility.mayNotify(database.sql, known.incident, recipient, delivery.channel));
    if (!isWanted) return settle(delivery, 'cancelled');
    await countAttempt(database.sql, deliveryId);
    const outcome = await send(recipient, known, delivery);
    if (outcome !== 'later') return settle(delivery, outcome);
    const now = clock.now().getTime();
    if (now - delivery.createdAt.getTime() > GIVE_UP_AFTER_MS) return settle(delivery, 'failed');
    await publish(delivery.incidentId);
    return new Date(now + (RETRY_MS[delivery.attempts] ?? LATER_RETRY_MS));
  };

  /** An email without a stored delivery leaves, because a call for help must not be lost. */
  const mailRefusalOf = async (key: string): Promise<string | null> => {
    const delivery = await findDelivery(database.sql, key.slice(mailKeyPrefix.length));
    if (delivery === null) return null;
    const recipient = (await findRecipient(database.sql, delivery.recipientId))!;
    const { incident } = await facts.read(database.sql, delivery.incidentId);
    const isWanted = isStillWanted(incident, recipient);
    if (isWanted && (await eligibility.mayNotify(database.sql, incident, recipient, delivery.channel))) return null;
    await settle(delivery, 'cancelled');
    return isWanted ? notReached(recipient) : INCIDENT_ENDED;
  };
  mail.checkBeforeSending(mailKeyPrefix, mailRefusalOf);

  const nobodyMailRefusalOf = async (key: string): Promise<string | null> => {
    const recipient = await findRecipient(database.sql, key.slice(nobodyKeyPrefix.length));
    if (recipient === null) return null;
    const { incident } = await facts.read(database.sql, recipient.incidentId);
    if (!isPending(incident)) return INCIDENT_ENDED;
    return (await eligibility.mayNotify(database.sql, incident, recipient, 'email')) ? null : notReached(recipient);
  };
  mail.checkBeforeSending(nobodyKeyPrefix, nobodyMailRefusalOf);

  const takenMailRefusalOf = async (key: string): Promise<string | null> => {
    const [recipientId = ''] = key.slice(takenKeyPrefix.length).split(':');
    const recipient = await findRecipient(database.sql, recipientId);
    if (recipient === null) return null;
    const { incident } = await facts.read(database.sql, recipient.incidentId);
    return (await eligibility.mayNotify(database.sql, incident, recipient, 'email')) ? null : notReached(recipient);
  };
  mail.checkBeforeSending(takenKeyPrefix, takenMailRefusalOf);

  return {
    push: ({ deliveryId }: { deliveryId: string }) =>
      deliver(deliveryId, async (recipient, known, { round }) => {
        const reader = { role: recipient.role, url: notify.urlOf(recipient) };
        return pushTo(recipient, pushOf(known, reader, round > 1));
      }),

    sms: ({ deliveryId }: { deliveryId: string }) =>
      deliver(deliveryId, async (recipient, known) => {
        if (!sms.isConfigured()) return 'none';
        const text = smsOf(known, notify.urlOf(recipient, 'phone'));
        const { outcome } = await sms.send({ to: recipient.phone!, text, key: `panic:${deliveryId}` });
        return smsOutcomes[outcome];
      }),

    /** Best effort: the page and the stream show the same. */
    async followUp({
      recipientId,
      what,
      name,
    }: {
      recipientId: string;
      what: FollowUp;
      name: string;
    }): Promise<JobEnd> {
      const recipient = await findRecipient(database.sql, recipientId);
      if (recipient === null || recipient.accountId === null) return;
      const all = await facts.read(database.sql, recipient.incidentId);
      if (!(await eligibility.mayNotify(database.sql, all.incident, recipient, 'push'))) return;
      await pushTo(recipient, followUpOf(all, notify.urlOf(recipient), what, name));
    },
  };
}

const smsOutcomes = { accepted: 'sent', refused: 'failed', failed: 'later' } as const;

type DeliveryEnd = 'sent' | 'failed' | 'none' | 'cancelled';

type Outcome = 'sent' | 'failed' | 'none' | 'later';
