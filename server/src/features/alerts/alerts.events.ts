import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { DurableEvent } from '#platform/stream/streams';

/** Signals only that alerts changed. The later request decides which alerts the user can see. */
export const alertsChanged: DurableEvent<typeof alertsChangedEvent> = {
  event: alertsChangedEvent,
  present: async () => ({}),
};

/** Tells these people's pages, if and only if the transaction commits. */
export async function announceAlerts(tx: Executor, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0)
    await publishAfterCommit(tx, { kind: alertsChangedEvent.name, audience: [...new Set(accountIds)], payload: {} });
}
