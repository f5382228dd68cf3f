import type { AccessChange } from '@trace/contract/location-access/location-access.stream';
import { accessChangedEvent, accessChanges } from '@trace/contract/location-access/location-access.stream';
import { z } from 'zod';
import { defineEvent } from '#platform/bus/bus';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';

const changed = defineEventKind(
  accessChangedEvent.name,
  z.object({
    id: z.string(),
    serial: z.string(),
    userId: z.string(),
    requesterId: z.string(),
    what: z.enum(accessChanges),
  }),
);
type Changed = z.infer<typeof changed.payload>;

/** A person ended a grant to a device. */
export const grantEnded = defineEvent<{ deviceId: number }>('location-access.grant-ended');

/**
 * Publishes the change if and only if the transaction commits: a view to the user alone, any other change to both
 * sides.
 */
export function announceChange(tx: Executor, row: Omit<Changed, 'what'>, what: AccessChange): Promise<void> {
  const { id, serial, userId, requesterId } = row;
  const audience = what === 'looked' ? [userId] : [userId, requesterId];
  return publishAfterCommit(tx, changed, audience, { id, serial, userId, requesterId, what });
}

/** Both sides receive the same data, which contains only facts that each side has seen or caused. */
export const accessChanged = pushDurably(accessChangedEvent, changed, async (change, actor) => {
  const { id, serial, userId, requesterId, what } = change;
  if (actor.accountId !== userId && actor.accountId !== requesterId) return null;
  const side = actor.accountId === userId ? ('user' as const) : ('requester' as const);
  return { id, serialNumber: serial, what, side };
});
