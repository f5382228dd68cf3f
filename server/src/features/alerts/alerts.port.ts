import type { AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { Executor } from '#platform/db/database';
import type { PushMessage } from '#platform/push/push';

/** Push messages of other features. */
export interface PersonPushPort {
  /** Returns the accounts among these with a browser that receives push messages. */
  accountsWithBrowser(executor: Executor, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Sends an urgent message to every browser of the account at once, without a retry. `id` is a UUID. A message replaces
   * an earlier message with the same id.
   */
  push(accountId: string, id: string, message: Omit<PushMessage, 'tag'>): Promise<'sent' | 'no_browser' | 'failed'>;
}

/** Causes that another feature finds. */
type ReportedKind = Extract<AlertKind, 'hub_silent'>;

export interface AlertCausesPort {
  /** Begins an alert in the caller's transaction, unless the same cause already lasts. */
  begin(tx: Executor, cause: { deviceId: number; kind: ReportedKind; startedAt: Date }): Promise<void>;
  end(tx: Executor, deviceId: number, kind: ReportedKind): Promise<void>;
}

export interface AlertsMonitor {
  /** The kind of job that delivers push messages. */
  readonly pushJob: string;
  /**
   * Counts the browsers that get push messages, and those of them that are left alone for a while, because their push
   * service did not accept the last messages.
   */
  countBrowsers(): Promise<{ browsers: number; resting: number }>;
}
