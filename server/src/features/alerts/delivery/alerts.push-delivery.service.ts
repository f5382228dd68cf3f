import { randomInt } from 'node:crypto';
import { isNotifiedWhenOver } from '@trace/contract/alerts/alerts.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { PushMessage, PushOutcome } from '#platform/push/push';
import { pushOf, type AlertFacts } from './alerts.messages.rules.ts';
import type { Addressee } from '../alerts.people.service.ts';
import { topicOf, type BrowserPush } from './alerts.push.service.ts';
import { listAwakeBrowsers, type Browser } from '../alerts.settings.store.ts';
import { noteSentTo, type WaitingDelivery } from '../alerts.store.ts';
import { backOffMs, waitForTurn } from './alerts.push-backoff.rules.ts';
import type { Turns } from './alerts.push-concurrency.service.ts';
import { deleteTrouble, listTroubles, saveTrouble, type Trouble } from './alerts.push-concurrency.store.ts';

export interface PushDeliveryDependencies {
  database: Database;
  clock: Clock;
  browserPush: BrowserPush;
  turns: Turns;
}

/** The result of a push to one browser. A date is the time of the next retry. */
type Went = 'accepted' | 'gone' | 'refused' | Date;

/**
 * Pushes a message to the browsers that have not received the message yet. Returns the retry time or the final result.
 */
export type PushDelivery = (
  delivery: WaitingDelivery,
  alert: AlertFacts,
  person: Addressee,
) => Promise<Date | 'sent' | 'refused' | 'none'>;

const SHARES = 1_000;

export function createPushDelivery({ database, clock, browserPush, turns }: PushDeliveryDependencies): PushDelivery {
  const noteOutcome = async (
    deliveryId: string,
    trouble: Trouble | undefined,
    browser: Browser,
    answer: PushOutcome,
  ) => {
    const { outcome } = answer;
    if (outcome === 'accepted') await noteSentTo(database.sql, deliveryId, browser.id);
    if (outcome === 'accepted' && trouble !== undefined) await deleteTrouble(database.sql, browser.id);
    if (outcome !== 'later') return outcome;
    const failures = (trouble?.failures ?? 0) + 1;
    const until = new Date(clock.now().getTime() + backOffMs(failures, answer.waitMs));
    await saveTrouble(database.sql, { browserId: browser.id, failures, until, lastError: answer.reason });
    return until;
  };

  /** Sends to the browsers whose push services have a free slot. */
  const sendInTurn = async (
    delivery: WaitingDelivery,
    browsers: readonly Browser[],
    send: (browser: Browser) => Promise<Went>,
  ): Promise<Went[]> => {
    const now = clock.now();
    const waitMs = waitForTurn(now.getTime() - delivery.dueAt.getTime(), randomInt(SHARES) / SHARES);
    const later = new Date(now.getTime() + waitMs);
    const turn = await turns.take(delivery.accountId, browsers.map(hostOf));
    if (turn === null) return [later];
    try {
      return await Promise.all(
        browsers.map((browser) => (turn.hosts.has(hostOf(browser)) ? send(browser) : Promise.resolve(later))),
      );
    } finally {
      await turn.end();
    }
  };

  return async (delivery, alert, person) => {
    const awake = await listAwakeBrowsers(database.sql, person.id);
    const browsers = awake.filter(({ id }) => !delivery.sentTo.includes(id));
    const troubles = await listTroubles(
      database.sql,
      browsers.map(({ id }) => id),
    );
    const now = clock.now();
    const leftAlone = browsers.flatMap(({ id }) => troubles.get(id)?.until ?? []).filter((until) => until > now);
    const ready = browsers.filter(({ id }) => (troubles.get(id)?.until ?? now) <= now);
    const message: PushMessage = pushOf(alert, person, `alert-${delivery.alertId}`);
    const options = { topic: topicOf(delivery.alertId), isUrgent: isNotifiedWhenOver(alert.kind) };
    const send = async (browser: Browser): Promise<Went> =>
      noteOutcome(delivery.id, troubles.get(browser.id), browser, await browserPush.send(browser, message, options));
    const went = ready.length === 0 ? [] : await sendInTurn(delivery, ready, send);
    return endOf([...leftAlone, ...went], delivery.sentTo.length > 0);
  };
}

const hostOf = ({ endpoint }: Browser): string => new URL(endpoint).host;

function endOf(went: readonly Went[], isSentAlready: boolean): Date | 'sent' | 'refused' | 'none' {
  const later = went.filter((one) => one instanceof Date).map((one) => one.getTime());
  if (later.length > 0) return new Date(Math.min(...later));
  if (isSentAlready || went.includes('accepted')) return 'sent';
  return went.includes('refused') ? 'refused' : 'none';
}
