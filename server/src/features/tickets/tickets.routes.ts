import { createTicket, listTickets, readTicket } from '@trace/contract/tickets/tickets.api';
import { route, type Route } from '#platform/http/route';
import type { TicketsService } from './tickets.service.ts';

export const ticketsRoutes = (service: TicketsService): Route[] => [
  route(createTicket, ({ actor, origin, body }) => service.create(actor, origin, body)),
  route(listTickets, ({ actor, query }) => service.list(actor, query)),
  route(readTicket, ({ actor, params }) => service.read(actor, params.id)),
];
