import { randomUUID } from 'node:crypto';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { TestResult } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { mailKeyOf } from './alerts.delivery.service.ts';
import { announceAlerts } from '../alerts.events.ts';
import { settingsPath } from './alerts.messages.rules.ts';
import { mayHaveAlerts } from '../alerts.policy.ts';
import type { PersonPushPort } from '../alerts.port.ts';
import { lockSettings, listTests } from '../alerts.settings.store.ts';
import { insertDeliveries, insertTest, settleDelivery } from '../alerts.store.ts';

export interface TrialDependencies {
  database: Database;
  clock: Clock;
  mail: Pick<Mail, 'send' | 'isConfigured'>;
  personPush: Pick<PersonPushPort, 'push'>;
  portalUrl(): string;
}

/** 'Send me a test': sends by every channel at once, whatever the choices, even in quiet hours. */
export type SendTest = (actor: Actor, origin: CallOrigin) => Promise<TestResult>;

export function createTestSender({ database, clock, mail, personPush, portalUrl }: TrialDependencies): SendTest {
  const requireRoom = (tests: readonly Date[], now: Date): void => {
    const [oldest] = tests.slice(-alertRules.testsPerWindow);
    if (tests.length < alertRules.testsPerWindow || oldest === undefined) return;
    const freeAt = oldest.getTime() + alertRules.testWindowMs;
    const retryAfterSec = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000));
    throw new Refusal('too_many_requests', texts.testLimit, { retryAfterSec });
  };

  /** Writes the test, the entry in the list and the email. Returns the ids of the test and of the pushed message. */
  const begin = (actor: Actor, origin: CallOrigin): Promise<{ alertId: string; pushId: string }> =>
    database.transaction(async (tx) => {
      const { accountId, email } = actor;
      const now = clock.now();
      await lockSettings(tx, accountId);
      requireRoom(await listTests(tx, accountId, new Date(now.getTime() - alertRules.testWindowMs)), now);
      const [alertId, emailId, pushId] = [randomUUID(), randomUUID(), randomUUID()];
      await insertTest(tx, alertId, now);
      const message = { alertId, deviceId: null, accountId, dueAt: now };
      await insertDeliveries(tx, [
        { ...message, id: randomUUID(), channel: 'portal', state: 'sent' },
        { ...message, id: emailId, channel: 'email', state: 'sent' },
        { ...message, id: pushId, channel: 'push', state: 'waiting' },
      ]);
      await mail.send(tx, {
        to: email,
        reason: 'alerts',
        subject: texts.testSubject,
        text: texts.testMail(`${portalUrl()}${settingsPath(actor)}`),
        key: mailKeyOf(emailId),
      });
      await recordAudit(tx, {
        actorId: accountId,
        action: 'alerts.test',
        subject: { type: 'account', id: accountId },
        details: {},
        requestId: origin.requestId,
        address: origin.address,
      });
      await announceAlerts(tx, [accountId]);
      return { alertId, pushId };
    });

  return async (actor, origin) => {
    if (!mayHaveAlerts(actor.role)) throw new Refusal('forbidden', texts.notAllowed);
    const { alertId, pushId } = await begin(actor, origin);
    const pushed = await personPush.push(actor.accountId, alertId, {
      title: texts.testPush,
      body: texts.testEvent,
      url: settingsPath(actor),
    });
    await settleDelivery(database.sql, pushId, pushed === 'no_browser' ? 'none' : pushed, clock.now());
    return { portal: 'sent', email: mail.isConfigured() ? 'queued' : 'no_server', push: pushed };
  };
}
