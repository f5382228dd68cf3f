import type { NotificationAudience } from '@trace/contract/notifications/notifications.rules';
import { notificationsChangedEvent } from '@trace/contract/notifications/notifications.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';
import { everyoneOf } from '#platform/stream/role-audience';
import { rolesOfAudience } from './notifications.policy.ts';

const changed = defineEventKind(notificationsChangedEvent.name, z.object({}));

/** Signals only that notifications changed. The later request decides which of them the person can see (T48). */
export const notificationsChanged = pushDurably(notificationsChangedEvent, changed, async () => ({}));

/** Publishes to the open pages of an audience. Pages of staff show notifications of every audience. */
export async function publishToAudience(tx: Executor, audience: NotificationAudience): Promise<void> {
  const roles = new Set([...rolesOfAudience(audience), 'staff' as const]);
  await publishAfterCommit(
    tx,
    changed,
    [...roles].map((role) => everyoneOf[role]),
    {},
  );
}

/** Publishes to the other pages of a person who has read some. */
export const publishToPerson = (tx: Executor, accountId: string): Promise<void> =>
  publishAfterCommit(tx, changed, [accountId], {});
