import type { AccessChange } from '@trace/contract/location-access/location-access.stream';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { DurableEvent } from '#platform/stream/streams';

interface Changed {
  id: string;
  serial: string;
  userId: string;
  requesterId: string;
  what: AccessChange;
}

/**
 * Publishes the change if and only if the transaction commits: a view to the user alone, any other change to both
 * sides.
 */
export function announceChange(tx: Executor, row: Omit<Changed, 'what'>, what: AccessChange): Promise<void> {
  const { id, serial, userId, requesterId } = row;
  const payload: Changed = { id, serial, userId, requesterId, what };
  const audience = what === 'looked' ? [userId] : [userId, requesterId];
  return publishAfterCommit(tx, { kind: accessChangedEvent.name, audience, payload });
}

/** Both sides receive the same data, which contains only facts that each side has seen or caused. */
export const accessChanged: DurableEvent<typeof accessChangedEvent> = {
  event: accessChangedEvent,
  present: async (payload, actor) => {
    const { id, serial, userId, requesterId, what } = payload as Changed;
    if (actor.accountId !== userId && actor.accountId !== requesterId) return null;
    return { id, serialNumber: serial, what, side: actor.accountId === userId ? 'user' : 'requester' };
  },
};
