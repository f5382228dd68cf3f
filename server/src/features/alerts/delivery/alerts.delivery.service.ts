import { alertRules, isNotifiedWhenOver, quietUntil, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { JobEnd } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { announceAlerts } from '../alerts.events.ts';
import { mailOf, type AlertFacts } from './alerts.messages.rules.ts';
import { addresseesOf, type Addressee, type PeopleDependencies } from '../alerts.people.service.ts';
import { isNotifiedOf } from '../alerts.policy.ts';
import type { PushDelivery } from './alerts.push-delivery.service.ts';
import {
  findWaiting,
  lockOver,
  postponeDelivery,
  settleDelivery,
  type Settled,
  type WaitingDelivery,
} from '../alerts.store.ts';

export interface DeliveryDependencies extends PeopleDependencies {
  database: Database;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  devices: Pick<DevicesPort, 'relationsOf'>;
  push: PushDelivery;
  portalUrl(): string;
}

/** A notice is sent whatever the person has chosen. */
const isWanted = ({ kind, channel }: WaitingDelivery, { choices }: Addressee): boolean =>
  kind === 'support_access' || choices[kind][channel];

export const mailKeyPrefix = 'alert:';

/** Idempotency key of an alert email: however often the job runs, one email is written. */
export const mailKeyOf = (deliveryId: string): string => `${mailKeyPrefix}${deliveryId}`;

/**
 * True one day after the due time, which quiet hours postpone. Two days after the cause was noted is the final limit.
 */
const isTooLate = ({ dueAt, notedAt }: WaitingDelivery, now: Date): boolean =>
  now.getTime() - dueAt.getTime() > alertRules.giveUpMs || now.getTime() - notedAt.getTime() > 2 * alertRules.giveUpMs;

/**
 * Sends one message, or returns the retry time if the message must wait. Recipient, channel and time are checked at
 * sending, not at planning. If the process dies right after a push, the push is sent again and replaces the first. An
 * email is written once.
 */
export function createDelivery(dependencies: DeliveryDependencies): (deliveryId: string) => Promise<JobEnd> {
  const { database, clock, mail, devices, push, portalUrl } = dependencies;

  const settle = (delivery: WaitingDelivery, state: Settled, lastError: string | null = null): Promise<void> =>
    database.transaction(async (tx) => {
      const isOurs = await settleDelivery(tx, delivery.id, state, clock.now(), lastError);
      if (isOurs && state !== 'sent') await announceAlerts(tx, [delivery.accountId]);
    });

  /** A browser of the user may have received the message while another is unreachable. */
  const settleUnlessSent: typeof settle = (delivery, state, lastError) =>
    delivery.sentTo.length > 0 ? settle(delivery, 'sent') : settle(delivery, state, lastError);

  /** An alert that was reopened meanwhile is not over: the message is checked again at once. */
  const drop = (delivery: WaitingDelivery): Promise<JobEnd> =>
    database.transaction(async (tx) => {
      if (!(await lockOver(tx, delivery.alertId))) return clock.now();
      const state = delivery.sentTo.length > 0 ? 'sent' : 'over';
      const isOurs = await settleDelivery(tx, delivery.id, state, clock.now());
      if (isOurs && state === 'over') await announceAlerts(tx, [delivery.accountId]);
    });

  const sendMail = (delivery: WaitingDelivery, alert: AlertFacts<AlertKind>, person: Addressee): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await settleDelivery(tx, delivery.id, 'sent', clock.now()))) return;
      await mail.send(tx, {
        to: person.email,
        reason: 'alerts',
        ...mailOf(alert, person, portalUrl()),
        key: mailKeyOf(delivery.id),
      });
    });

  const sendPush = async (delivery: WaitingDelivery, alert: AlertFacts, person: Addressee): Promise<JobEnd> => {
    const end = await push(delivery, alert, person);
    if (end instanceof Date) return end;
    return end === 'refused' ? settle(delivery, 'failed', end) : settle(delivery, end);
  };

  const send = async (delivery: WaitingDelivery, relation: RelationTo, person: Addressee): Promise<JobEnd> => {
    const { kind, startedAt, endedAt } = delivery;
    const facts = { startedAt, endedAt, serial: relation.serial, name: relation.name };
    if (delivery.channel === 'push') return sendPush(delivery, { kind, ...facts }, person);
    // Another feature sends the email about a notice.
    return kind === 'support_access' ? settle(delivery, 'none') : sendMail(delivery, { kind, ...facts }, person);
  };

  return async (deliveryId) => {
    const delivery = await findWaiting(database.sql, deliveryId);
    if (delivery === null) return;
    const now = clock.now();
    if (isTooLate(delivery, now)) return settleUnlessSent(delivery, 'failed', 'given up');
    if (delivery.endedAt !== null && !isNotifiedWhenOver(delivery.kind)) return drop(delivery);
    const relations = await devices.relationsOf([delivery.deviceId], [delivery.accountId]);
    const relation = relations.find(isNotifiedOf);
    const person = (await addresseesOf(database.sql, dependencies, [delivery.accountId])).get(delivery.accountId);
    if (relation === undefined || person === undefined) return settle(delivery, 'none');
    if (!isWanted(delivery, person)) return settle(delivery, 'none');
    const quietEnd = quietUntil(now, person.quietHours, person.timeZone);
    if (quietEnd === null) return send(delivery, relation, person);
    await postponeDelivery(database.sql, delivery.id, quietEnd);
    return quietEnd;
  };
}
