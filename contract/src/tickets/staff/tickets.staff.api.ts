import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { attachmentIdsSchema } from '../attachments/tickets.attachments.schema.ts';
import { messageTextSchema, ticketStatuses } from '../tickets.schema.ts';
import {
  newStaffTicketSchema,
  queuedTicketSchema,
  queueQuerySchema,
  staffConversationSchema,
} from './tickets.staff.schema.ts';

const params = z.strictObject({ id: z.uuid() });

export const listTicketQueue = endpoint({
  name: 'tickets.queue',
  method: 'GET',
  path: '/api/support/tickets',
  who: 'staff',
  summary: 'All tickets: unfinished first, by priority, plan and age. Searches number, email and subject.',
  query: queueQuerySchema,
  answer: z.strictObject({ tickets: z.array(queuedTicketSchema), next: z.string().nullable() }),
  refusals: [],
});

export const readStaffTicket = endpoint({
  name: 'tickets.readAsStaff',
  method: 'GET',
  path: '/api/support/tickets/{id}',
  who: 'staff',
  summary: 'A ticket with its whole conversation, and the staff who can be assigned.',
  params,
  answer: staffConversationSchema,
  refusals: ['not_found'],
});

export const createStaffTicket = endpoint({
  name: 'tickets.createAsStaff',
  method: 'POST',
  path: '/api/support/tickets',
  who: 'staff',
  summary:
    'Opens a ticket for the person with this email address, who gets a mail. Returns id and number. A repeat with the same id returns the first ticket.',
  body: newStaffTicketSchema.extend({ id: z.uuid().optional() }),
  answer: z.strictObject({ id: z.uuid(), number: z.string() }),
  refusals: ['not_found', 'conflict'],
});

export const writeStaffMessage = endpoint({
  name: 'tickets.write',
  method: 'POST',
  path: '/api/support/tickets/{id}/messages',
  who: 'staff',
  summary:
    'Answers the person, who gets a mail, or adds a note that only staff read. A repeat with the same id adds nothing.',
  params,
  body: z.strictObject({
    id: z.uuid().optional(),
    kind: z.enum(['answer', 'note']),
    text: messageTextSchema,
    attachmentIds: attachmentIdsSchema,
  }),
  answer: staffConversationSchema,
  refusals: ['not_found', 'conflict'],
});

export const setTicketStatus = endpoint({
  name: 'tickets.setStatus',
  method: 'PUT',
  path: '/api/support/tickets/{id}/status',
  who: 'staff',
  summary: 'Changes the status. Resolved sets the time of resolution, any other status clears it.',
  params,
  body: z.strictObject({ status: z.enum(ticketStatuses) }),
  answer: staffConversationSchema,
  refusals: ['not_found'],
});

export const assignTicket = endpoint({
  name: 'tickets.assign',
  method: 'PUT',
  path: '/api/support/tickets/{id}/assignee',
  who: 'staff',
  summary: 'Assigns the ticket to a staff member, or removes the assignment.',
  params,
  body: z.strictObject({ assigneeId: z.uuid().nullable() }),
  answer: staffConversationSchema,
  refusals: ['not_found'],
});

export const generateTicketNumber = endpoint({
  name: 'tickets.generateNumberFunction',
  method: 'POST',
  path: '/functions/v1/generate_ticket_number',
  who: 'staff',
  summary: 'Reserves the next ticket number. Tickets of the portal get theirs without this call.',
  body: z.strictObject({}),
  answer: z.strictObject({ ticket_number: z.string() }),
  refusals: [],
  // A number without a ticket leaves a gap (T70).
  limit: { calls: 10, windowSec: 3_600 },
});
