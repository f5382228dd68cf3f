import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { findMessagePlace } from './tickets.messages.store.ts';

export const idTaken = (): Refusal => new Refusal('conflict', texts.idTaken, { field: 'body.id' });

/**
 * Whether the author has already written this message in the ticket: the request was sent again because its answer was
 * lost. Refuses the id of another message.
 */
export async function isRepeatedMessage(
  tx: Executor,
  { id, ticketId, authorId }: { id: string; ticketId: string; authorId: string },
): Promise<boolean> {
  const place = await findMessagePlace(tx, id);
  if (place === null) return false;
  if (place.ticketId !== ticketId || place.authorId !== authorId) throw idTaken();
  return true;
}
