import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { PersonData } from '#platform/actor/person-data';
import { listTicketsOf, pseudonymiseTickets } from './tickets.store.ts';

/** Tickets that a download holds. */
const MOST_TICKETS = 10_000;

/** The tickets of a person. */
export const ticketsPersonData: PersonData = {
  feature: 'tickets',
  limits: { tickets: MOST_TICKETS },
  async read(executor, personId) {
    const rows = await listTicketsOf(executor, { accountId: personId, before: null, limit: MOST_TICKETS });
    return { tickets: rows.map(({ number, ...ticket }) => ({ number: ticketNumber(number), ...ticket })) };
  },
  forget: (tx, personId) => pseudonymiseTickets(tx, personId, texts.gone),
};
