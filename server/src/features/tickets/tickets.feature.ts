// Support requests: a ticket with a number, and the state of the device at the time of writing.
// Serves users and installers. Support staff work on tickets in the back-office.
// Rows IDASH-05.
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import type { AccessTicketsPort } from '#features/location-access/location-access.port';
import type { Feature } from '#platform/feature/feature';
import { lockTicketAbout } from './tickets.access.store.ts';
import { ticketsPersonData } from './tickets.person-data.service.ts';
import { deleteOldTickets } from './tickets.retention.store.ts';
import { ticketsRoutes } from './tickets.routes.ts';
import { createTicketsService, type TicketsDependencies } from './tickets.service.ts';

export function createTicketsFeature(
  dependencies: TicketsDependencies & { readonly locationAccess: AccessTicketsPort },
): Feature {
  dependencies.locationAccess.readTicketsWith(async (tx, id) => {
    const ticket = await lockTicketAbout(tx, id);
    return ticket && { ...ticket, number: ticketNumber(ticket.number) };
  });
  return {
    name: 'tickets',
    routes: ticketsRoutes(createTicketsService(dependencies)),
    personData: ticketsPersonData,
    retention: [{ kind: 'tickets', take: deleteOldTickets }],
  };
}
