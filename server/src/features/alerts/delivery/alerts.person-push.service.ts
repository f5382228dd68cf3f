import type { Database } from '#platform/db/database';
import type { PersonPushPort } from '../alerts.port.ts';
import { listAccountsWithBrowser, listAwakeBrowsers } from '../alerts.settings.store.ts';
import { topicOf, type BrowserPush } from './alerts.push.service.ts';

/** Push messages at once to every browser of a person, for tests and for other features. */
export function createPersonPush({ database, browserPush }: { database: Database; browserPush: BrowserPush }) {
  const port: PersonPushPort = {
    accountsWithBrowser: listAccountsWithBrowser,
    async push(accountId, id, message) {
      const browsers = await listAwakeBrowsers(database.sql, accountId);
      const options = { topic: topicOf(id), isUrgent: true };
      const answers = await Promise.all(
        browsers.map((browser) => browserPush.send(browser, { ...message, tag: `alert-${id}` }, options)),
      );
      if (answers.some(({ outcome }) => outcome === 'accepted')) return 'sent';
      return answers.every(({ outcome }) => outcome === 'gone') ? 'no_browser' : 'failed';
    },
  };
  return port;
}
