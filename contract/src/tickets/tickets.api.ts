import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { attachmentIdsSchema } from './attachments/tickets.attachments.schema.ts';
import { ticketRules } from './tickets.rules.ts';
import { conversationSchema, messageTextSchema, newTicketSchema, ticketSchema } from './tickets.schema.ts';

export const createTicket = endpoint({
  name: 'tickets.create',
  method: 'POST',
  path: '/api/tickets',
  who: 'signed-in',
  summary:
    'Creates a support ticket with the device status attached. Files become its first message. Returns the ticket and its number. A repeat with the same id returns the first ticket.',
  body: newTicketSchema.extend({ id: z.uuid().optional(), attachmentIds: attachmentIdsSchema }),
  answer: ticketSchema,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const listTickets = endpoint({
  name: 'tickets.list',
  method: 'GET',
  path: '/api/tickets',
  who: 'signed-in',
  summary: "Lists the caller's tickets, newest first; `next` continues the list.",
  query: z.strictObject({
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(ticketRules.pageSize),
  }),
  answer: z.strictObject({ tickets: z.array(ticketSchema), next: z.string().nullable() }),
  refusals: [],
});

export const readTicket = endpoint({
  name: 'tickets.read',
  method: 'GET',
  path: '/api/tickets/{id}',
  who: 'signed-in',
  summary: 'Returns a ticket of the caller with its conversation, without internal notes.',
  params: z.strictObject({ id: z.uuid() }),
  answer: conversationSchema,
  refusals: ['not_found'],
});

export const replyToTicket = endpoint({
  name: 'tickets.reply',
  method: 'POST',
  path: '/api/tickets/{id}/messages',
  who: 'signed-in',
  summary:
    'Adds a message to a ticket of the caller. Reopens a resolved ticket. Returns 409 for a closed ticket. A repeat with the same id adds nothing.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ id: z.uuid().optional(), text: messageTextSchema, attachmentIds: attachmentIdsSchema }),
  answer: conversationSchema,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 60, windowSec: 3_600 },
});
