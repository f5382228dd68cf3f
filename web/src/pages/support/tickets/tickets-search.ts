import type { QueueFilter } from '#features/tickets/staff/tickets.staff.queries.ts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { ticketStatuses, type TicketStatus } from '@trace/contract/tickets/tickets.schema';

/** The search and the status of the queue, kept in its address. Without a status the queue shows unfinished tickets. */
export interface TicketsSearch {
  q?: string;
  status?: TicketStatus | 'all';
}

/** Reads the parameters from an address, which a person may have typed. The router parses `q=12` as a number. */
export function readTicketsSearch({ q, status }: Record<string, unknown>): TicketsSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? `${q}`.slice(0, ticketRules.searchMaxLength) : '';
  const known = ([...ticketStatuses, 'all'] as const).find((each) => each === status);
  return { ...(text !== '' && { q: text }), ...(known !== undefined && { status: known }) };
}

export const queueFilterOf = ({ q = '', status }: TicketsSearch): QueueFilter => ({
  search: q,
  status: status === 'all' ? null : (status ?? 'unfinished'),
});

export const ticketsSearchOf = ({ search, status }: QueueFilter): TicketsSearch =>
  readTicketsSearch({ q: search, status: status ?? 'all' });
