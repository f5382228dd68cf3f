import { ticketChangedEvent } from '@trace/contract/tickets/tickets.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';

const changed = defineEventKind(
  ticketChangedEvent.name,
  z.object({ id: z.string(), accountId: z.string().nullable(), isInternal: z.boolean() }),
);

interface TicketChange {
  readonly id: string;
  /** The person of the ticket. Null: the account was deleted. */
  readonly accountId: string | null;
  /** Notes and assignments, which only staff see. */
  readonly isInternal: boolean;
}

/** Publishes the change to staff and, unless internal, to the person, if and only if the transaction commits. */
export function publishTicketChange(tx: Executor, change: TicketChange, staffIds: readonly string[]): Promise<void> {
  const { id, accountId, isInternal } = change;
  const person = isInternal || accountId === null ? [] : [accountId];
  return publishAfterCommit(tx, changed, new Set([...staffIds, ...person]), { id, accountId, isInternal });
}

export const ticketChanged = pushDurably(ticketChangedEvent, changed, async ({ id, accountId, isInternal }, actor) => {
  const isOwn = actor.accountId === accountId && !isInternal;
  return isOwn || actor.role === 'staff' ? { id } : null;
});
