// Support requests: a ticket with a number, and the state of the device at the time of writing.
// Serves users and installers. Support staff work on tickets in the back-office.
// Rows IDASH-05.
import type { Feature } from '#platform/feature/feature';
import { createTicketCounts } from './tickets.counts.service.ts';
import { ticketsPersonData } from './tickets.person-data.service.ts';
import type { TicketCountsPort } from './tickets.port.ts';
import { ticketsRoutes } from './tickets.routes.ts';
import { createTicketsService, type TicketsDependencies } from './tickets.service.ts';

export function createTicketsFeature(
  dependencies: TicketsDependencies,
): Feature & { readonly counts: TicketCountsPort } {
  return {
    name: 'tickets',
    counts: createTicketCounts(dependencies.database),
    routes: ticketsRoutes(createTicketsService(dependencies)),
    personData: ticketsPersonData,
  };
}
