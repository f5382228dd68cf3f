import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { DurableEvent } from '#platform/stream/streams';

/** It tells only that there is something to ask for: what a person may see is decided then. */
export const alertsChanged: DurableEvent<typeof alertsChangedEvent> = {
  event: alertsChangedEvent,
  present: async () => ({}),
};

/** Tells these people's pages, if and only if the transaction commits. */
export async function announceAlerts(tx: Executor, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0)
    await publishAfterCommit(tx, { kind: alertsChangedEvent.name, audience: [...new Set(accountIds)], payload: {} });
}
