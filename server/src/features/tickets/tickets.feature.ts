// Support requests: a ticket with a number, and the state of the device at the time of writing.
// Serves users and installers. Support staff work on tickets in the back-office.
// Rows IDASH-05.
import type { Feature } from '#platform/feature/feature';
import { ticketsPersonData } from './tickets.person-data.service.ts';
import { deleteOldTickets } from './tickets.retention.store.ts';
import { ticketsRoutes } from './tickets.routes.ts';
import { createTicketsService, type TicketsDependencies } from './tickets.service.ts';

export function createTicketsFeature(dependencies: TicketsDependencies): Feature {
  return {
    name: 'tickets',
    routes: ticketsRoutes(createTicketsService(dependencies)),
    personData: ticketsPersonData,
    retention: [{ kind: 'tickets', take: deleteOldTickets }],
  };
}
