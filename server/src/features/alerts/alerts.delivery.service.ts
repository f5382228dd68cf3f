import { alertRules, isToldWhenOver, quietUntil } from '@trace/contract/alerts/alerts.rules';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { DELIVER } from './alerts.causes.service.ts';
import { announceAlerts } from './alerts.events.ts';
import { mailOf, pushOf, type Told } from './alerts.messages.rules.ts';
import { addresseesOf, type Addressee, type PeopleDependencies } from './alerts.people.service.ts';
import { isToldOf } from './alerts.policy.ts';
import { topicOf, type BrowserPush } from './alerts.push.service.ts';
import { listAwakeBrowsers, type Browser } from './alerts.settings.store.ts';
import {
  findWaiting,
  noteSentTo,
  postponeDelivery,
  settleDelivery,
  type Settled,
  type WaitingDelivery,
} from './alerts.store.ts';

export interface DeliveryDependencies extends PeopleDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  devices: Pick<DevicesPort, 'relationsOf'>;
  browserPush: BrowserPush;
  portalUrl(): string;
}

/** The key of an alert's mail: written once, however often its job runs. */
export const mailKeyOf = (deliveryId: string): string => `alert:${deliveryId}`;

/** A try that may be repeated; the job's pauses grow. */
class NotYet extends Error {}

/**
 * Sends one message. Who may be told, by which channel and when is decided here and not when it was made. A pushed message
 * that went out just before its process died goes out again and replaces itself; an e-mail is written once.
 */
export function createDelivery(dependencies: DeliveryDependencies): (deliveryId: string) => Promise<void> {
  const { database, clock, jobs, mail, devices, browserPush, portalUrl } = dependencies;

  const settle = (delivery: WaitingDelivery, state: Settled, lastError: string | null = null): Promise<void> =>
    database.transaction(async (tx) => {
      const isOurs = await settleDelivery(tx, delivery.id, state, clock.now(), lastError);
      if (isOurs && state !== 'sent') await announceAlerts(tx, [delivery.accountId]);
    });

  const again = (delivery: WaitingDelivery, at: Date): Promise<void> =>
    jobs.enqueue(
      database.sql,
      DELIVER,
      { deliveryId: delivery.id },
      { key: `${delivery.id}:${at.getTime()}`, runAt: at },
    );

  const sendMail = (delivery: WaitingDelivery, told: Told, person: Addressee): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await settleDelivery(tx, delivery.id, 'sent', clock.now()))) return;
      await mail.send(tx, { to: person.email, ...mailOf(told, person, portalUrl()), key: mailKeyOf(delivery.id) });
    });

  const sendPush = async (delivery: WaitingDelivery, told: Told, person: Addressee): Promise<void> => {
    const browsers = await listAwakeBrowsers(database.sql, person.id);
    const message = pushOf(told, person, `alert-${delivery.alertId}`);
    const options = { topic: topicOf(delivery.alertId), isUrgent: isToldWhenOver(told.kind) };
    const one = async (browser: Browser) => {
      const answer = await browserPush.send(browser, message, options);
      if (answer.outcome === 'accepted') await noteSentTo(database.sql, delivery.id, browser.id);
      return answer;
    };
    const answers = await Promise.all(browsers.filter(({ id }) => !delivery.sentTo.includes(id)).map(one));
    const later = answers.filter((answer) => answer.outcome === 'later');
    if (later.length > 0) {
      const waits = later.map(({ waitMs }) => waitMs).filter((waitMs) => waitMs !== null);
      if (waits.length === 0) throw new NotYet(later[0]!.reason);
      return again(delivery, new Date(clock.now().getTime() + Math.max(...waits)));
    }
    if (delivery.sentTo.length > 0 || answers.some(({ outcome }) => outcome === 'accepted'))
      return settle(delivery, 'sent');
    const isRefused = answers.some(({ outcome }) => outcome === 'refused');
    return isRefused ? settle(delivery, 'failed', 'refused') : settle(delivery, 'none');
  };

  const send = async (delivery: WaitingDelivery, relation: RelationTo, person: Addressee): Promise<void> => {
    const { kind, startedAt, endedAt } = delivery;
    const told = { kind, startedAt, endedAt, serial: relation.serial, name: relation.name };
    return delivery.channel === 'email' ? sendMail(delivery, told, person) : sendPush(delivery, told, person);
  };

  return async (deliveryId) => {
    const delivery = await findWaiting(database.sql, deliveryId);
    if (delivery === null) return;
    const now = clock.now();
    if (now.getTime() - delivery.dueAt.getTime() > alertRules.giveUpMs) return settle(delivery, 'failed', 'given up');
    if (delivery.endedAt !== null && !isToldWhenOver(delivery.kind)) return settle(delivery, 'over');
    const relations = await devices.relationsOf([delivery.deviceId], [delivery.accountId]);
    const relation = relations.find(isToldOf);
    const person = (await addresseesOf(database.sql, dependencies, [delivery.accountId])).get(delivery.accountId);
    if (relation === undefined || person === undefined) return settle(delivery, 'none');
    if (!person.choices[delivery.kind][delivery.channel]) return settle(delivery, 'none');
    const quietEnd = quietUntil(now, person.quietHours, person.timeZone);
    if (quietEnd === null) return send(delivery, relation, person);
    await postponeDelivery(database.sql, delivery.id, quietEnd);
    return again(delivery, quietEnd);
  };
}
