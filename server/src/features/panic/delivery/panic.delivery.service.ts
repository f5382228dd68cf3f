import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { JobEnd } from '#platform/jobs/jobs';
import type { Sms } from '#platform/sms/sms';
import type { Eligibility } from '../chain/panic.eligibility.service.ts';
import { findRecipient, type RecipientRow } from '../chain/panic.recipients.store.ts';
import type { FactsReader, IncidentFacts } from '../incidents/panic.facts.service.ts';
import type { IncidentRow } from '../incidents/panic.incidents.store.ts';
import { isStillWanted } from '../panic.policy.ts';
import type { EndedMessage } from '../panic.work.service.ts';
import { countAttempt, findDelivery, settleDelivery, type PlannedDelivery } from './panic.deliveries.store.ts';
import { followUpOf, pushOf, smsOf, type FollowUp, type PanicPush } from './panic.messages.rules.ts';
import type { Notify } from './panic.notify.service.ts';

export interface DeliveryDependencies {
  database: Database;
  clock: Clock;
  push: PersonPushPort;
  sms: Sms;
  facts: FactsReader;
  notify: Pick<Notify, 'urlOf'>;
  eligibility: Pick<Eligibility, 'mayNotify'>;
  publish(incidentId: string): Promise<void>;
}

/** The first retries of a message follow quickly, because a panic cannot wait. */
const RETRY_MS = [2_000, 5_000, 10_000, 20_000, 40_000] as const;
/** Each further retry in the first hour, and after it, as long as the incident is open and not taken. */
const LATER_RETRY_MS = MINUTE_MS;
const RARE_RETRY_MS = 5 * MINUTE_MS;
/** The jobs of the channels push and SMS. Sent at least once: a process that dies after sending sends again. */
export function createDelivery(dependencies: DeliveryDependencies) {
  const { database, clock, push, sms, facts, notify, eligibility, publish } = dependencies;

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
    const isLong = now - delivery.createdAt.getTime() > HOUR_MS;
    await publish(delivery.incidentId);
    return new Date(now + (isLong ? RARE_RETRY_MS : (RETRY_MS[delivery.attempts] ?? LATER_RETRY_MS)));
  };

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

    /** Goes to the address in the message, because the incident no longer names the person. */
    async ended({ incidentId, recipientId, channel, to, title, text, url, giveUpAt }: EndedMessage): Promise<JobEnd> {
      if (channel === 'sms' && !sms.isConfigured()) return;
      const outcome =
        channel === 'push'
          ? await push.push(to, incidentId, { title, body: text, url })
          : (await sms.send({ to, text, key: `panic-ended:${recipientId}` })).outcome;
      const now = clock.now();
      if (outcome !== 'failed' || now >= giveUpAt) return;
      return new Date(now.getTime() + RETRY_MS[2]);
    },

    /** Best effort: the page and the stream show the same. A late push would replace the push about what came next. */
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
      if (what === 'taken' && !isTakenBy(all.incident, name)) return;
      if (!(await eligibility.mayNotify(database.sql, all.incident, recipient, 'push'))) return;
      await pushTo(recipient, followUpOf(all, notify.urlOf(recipient), what, name));
    },
  };
}

const isTakenBy = ({ takenName, closedAt }: IncidentRow, name: string): boolean =>
  closedAt === null && takenName === name;

const smsOutcomes = { accepted: 'sent', refused: 'failed', failed: 'later' } as const;

type DeliveryEnd = 'sent' | 'failed' | 'none' | 'cancelled';

type Outcome = 'sent' | 'failed' | 'none' | 'later';
