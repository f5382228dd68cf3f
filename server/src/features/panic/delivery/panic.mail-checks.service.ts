import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Eligibility } from '../chain/panic.eligibility.service.ts';
import { findRecipient, type RecipientRow } from '../chain/panic.recipients.store.ts';
import type { FactsReader } from '../incidents/panic.facts.service.ts';
import { isPending, isStillWanted } from '../panic.policy.ts';
import { findDelivery, settleDelivery } from './panic.deliveries.store.ts';
import { mailKeyPrefix, nobodyKeyPrefix, takenKeyPrefix } from './panic.notify.service.ts';

export interface MailCheckDependencies {
  database: Database;
  clock: Clock;
  mail: Pick<Mail, 'checkBeforeSending'>;
  facts: FactsReader;
  eligibility: Pick<Eligibility, 'mayNotify'>;
  publish(incidentId: string): Promise<void>;
}

/** Stored with an email that is withdrawn. */
const INCIDENT_ENDED = 'the incident was taken or closed';
const notReached = ({ role }: RecipientRow): string =>
  role === 'wearer' ? 'the wearer pressed under threat' : 'the recipient has left the incident';

/** Checks queued emails before each attempt, because the incident and its people change while the mail server is down. */
export function checkMails({ database, clock, mail, facts, eligibility, publish }: MailCheckDependencies): void {
  /** An email without a stored delivery leaves, because a call for help must not be lost. */
  const mailRefusalOf = async (key: string): Promise<string | null> => {
    const delivery = await findDelivery(database.sql, key.slice(mailKeyPrefix.length));
    if (delivery === null) return null;
    const recipient = (await findRecipient(database.sql, delivery.recipientId))!;
    const { incident } = await facts.read(database.sql, delivery.incidentId);
    const isWanted = isStillWanted(incident, recipient);
    if (isWanted && (await eligibility.mayNotify(database.sql, incident, recipient, delivery.channel))) return null;
    await settleDelivery(database.sql, delivery.id, 'cancelled', clock.now());
    await publish(delivery.incidentId);
    return isWanted ? notReached(recipient) : INCIDENT_ENDED;
  };
  mail.checkBeforeSending(mailKeyPrefix, mailRefusalOf);

  const nobodyMailRefusalOf = async (key: string): Promise<string | null> => {
    const [recipientId = ''] = key.slice(nobodyKeyPrefix.length).split(':');
    const recipient = await findRecipient(database.sql, recipientId);
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
}
