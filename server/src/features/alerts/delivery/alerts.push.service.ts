import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Push, PushMessage, PushOutcome } from '#platform/push/push';
import { noteBrowserSent, putGoneToRest, type Browser } from '../alerts.settings.store.ts';

export type BrowserPush = ReturnType<typeof createBrowserPush>;

export function createBrowserPush({ database, clock, push }: { database: Database; clock: Clock; push: Push }) {
  return {
    /**
     * Sends to one browser. If the push service no longer knows the browser, the browser is paused until the user opens
     * the portal there.
     */
    async send(
      browser: Browser,
      message: PushMessage,
      { topic, isUrgent }: { topic: string; isUrgent: boolean },
    ): Promise<PushOutcome> {
      const answer = await push.send(browser, message, {
        urgency: isUrgent ? 'high' : 'normal',
        ttlMs: alertRules.pushTtlMs,
        topic,
      });
      if (answer.outcome === 'gone') await putGoneToRest(database.sql, browser, clock.now());
      if (answer.outcome === 'accepted') await noteBrowserSent(database.sql, browser.id, clock.now());
      return answer;
    },
  };
}

/** The push topic: push services and browsers keep only one of two messages of an alert. 32 characters of base64url. */
export const topicOf = (alertId: string): string => alertId.replaceAll('-', '');
