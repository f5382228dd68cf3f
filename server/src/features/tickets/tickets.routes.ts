import {
  assignTicket,
  createStaffTicket,
  generateTicketNumber,
  listTicketQueue,
  readStaffTicket,
  setTicketStatus,
  writeStaffMessage,
} from '@trace/contract/tickets/staff/tickets.staff.api';
import {
  readAttachment,
  readAttachmentAsStaff,
  uploadAttachment,
} from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import { route, type Route } from '#platform/http/route';
import type { AttachmentsService } from './attachments/tickets.attachments.service.ts';
import type { TicketQueue } from './staff/tickets.queue.service.ts';
import type { StaffOpening } from './staff/tickets.staff-opening.service.ts';
import type { StaffTicketsService } from './staff/tickets.staff.service.ts';
import type { TicketsService } from './tickets.service.ts';

export const ticketsRoutes = (service: TicketsService): Route[] => [
  route(createTicket, ({ actor, origin, body }) => service.create(actor, origin, body)),
  route(listTickets, ({ actor, query }) => service.list(actor, query)),
  route(readTicket, ({ actor, params }) => service.read(actor, params.id)),
  route(replyToTicket, ({ actor, origin, params, body }) => service.reply(actor, origin, params.id, body)),
];

/** The browser saves a file and never shows it as a page of the portal. */
const AS_DOWNLOAD = ['content-disposition', 'attachment'] as const;

export const attachmentRoutes = (service: AttachmentsService): Route[] => [
  route(uploadAttachment, ({ actor, origin, query, body }) => service.upload(actor, origin, query.name, body)),
  route(readAttachment, ({ actor, params, setHeader }) => {
    setHeader(...AS_DOWNLOAD);
    return service.readOwn(actor, params.id);
  }),
  route(readAttachmentAsStaff, ({ actor, params, setHeader }) => {
    setHeader(...AS_DOWNLOAD);
    return service.readAny(actor, params.id);
  }),
];

export const staffTicketsRoutes = (
  service: StaffTicketsService,
  queue: TicketQueue,
  opening: StaffOpening,
): Route[] => [
  route(listTicketQueue, ({ query }) => queue.list(query)),
  route(readStaffTicket, ({ params }) => service.read(params.id)),
  route(createStaffTicket, ({ actor, origin, body }) => opening.create(actor, origin, body)),
  route(writeStaffMessage, ({ actor, origin, params, body }) => service.write(actor, origin, params.id, body)),
  route(setTicketStatus, ({ actor, origin, params, body }) => service.setStatus(actor, origin, params.id, body.status)),
  route(assignTicket, ({ actor, origin, params, body }) => service.assign(actor, origin, params.id, body.assigneeId)),
  route(generateTicketNumber, async ({ actor, origin }) => ({
    ticket_number: await opening.takeNumber(actor, origin),
  })),
];
