// Support requests: a ticket with a number, the state of the device at the time of writing, and a conversation.
// Serves users and installers, who ask and reply, and support staff, who answer, assign and resolve.
// Rows IDASH-05, SUPP-02, SUPP-03, SUPL-04.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import type { AccessTicketsPort } from '#features/location-access/location-access.port';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import { createAttachments, type AttachmentsDependencies } from './attachments/tickets.attachments.service.ts';
import { hasUncleaned } from './attachments/tickets.attachments.store.ts';
import { createTicketQueue } from './staff/tickets.queue.service.ts';
import { createStaffOpening, type StaffOpeningDependencies } from './staff/tickets.staff-opening.service.ts';
import { createStaffTicketsService, type StaffTicketsDependencies } from './staff/tickets.staff.service.ts';
import { lockTicketAbout } from './tickets.access.store.ts';
import { createTicketCounts } from './tickets.counts.service.ts';
import type { TicketCountsPort } from './tickets.port.ts';
import { createContextReader, type TicketContextDependencies } from './tickets.context.service.ts';
import { ticketChanged } from './tickets.events.ts';
import { createTicketMails, type TicketMailsDependencies } from './tickets.mails.service.ts';
import { ticketsPersonData } from './tickets.person-data.service.ts';
import { deleteOldTickets } from './tickets.retention.store.ts';
import { defineTicketsJobs } from './tickets.jobs.ts';
import { attachmentRoutes, staffTicketsRoutes, ticketsRoutes } from './tickets.routes.ts';
import { createTicketsService } from './tickets.service.ts';

export type TicketsDependencies = TicketContextDependencies &
  TicketMailsDependencies &
  AttachmentsDependencies &
  Omit<StaffTicketsDependencies & StaffOpeningDependencies, 'mails' | 'contextOf' | 'locationAccess' | 'attachments'>;

export function createTicketsFeature(
  dependencies: TicketsDependencies & { readonly locationAccess: AccessTicketsPort; readonly jobs: Jobs },
): Feature & { readonly counts: TicketCountsPort } {
  dependencies.locationAccess.readTicketsWith(async (tx, id) => {
    const ticket = await lockTicketAbout(tx, id);
    return ticket && { ...ticket, number: ticketNumber(ticket.number) };
  });
  const attachments = createAttachments(dependencies);
  defineTicketsJobs(dependencies.jobs, attachments);
  dependencies.jobs.schedule('tickets.cleanAttachments', MINUTE_MS, attachments.cleanStored, hasUncleaned);
  const parts = {
    ...dependencies,
    attachments,
    mails: createTicketMails(dependencies),
    contextOf: createContextReader(dependencies),
  };
  return {
    name: 'tickets',
    counts: createTicketCounts(dependencies.database),
    routes: [
      ...ticketsRoutes(createTicketsService(parts)),
      ...attachmentRoutes(attachments),
      ...staffTicketsRoutes(createStaffTicketsService(parts), createTicketQueue(parts), createStaffOpening(parts)),
    ],
    durableEvents: [ticketChanged],
    personData: ticketsPersonData,
    retention: [{ kind: 'tickets', take: deleteOldTickets }],
  };
}
