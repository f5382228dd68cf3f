import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';

const changed = defineEventKind(alertsChangedEvent.name, z.object({}));

/** Signals only that alerts changed. The later request decides which alerts the user can see. */
export const alertsChanged = pushDurably(alertsChangedEvent, changed, async () => ({}));

/** Publishes to the streams of these people, if and only if the transaction commits. */
export async function announceAlerts(tx: Executor, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0) await publishAfterCommit(tx, changed, new Set(accountIds), {});
}
