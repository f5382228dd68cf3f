import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { attachmentSchema } from '../attachments/tickets.attachments.schema.ts';
import { ticketRules } from '../tickets.rules.ts';
import { messageKinds, newTicketSchema, ticketPriorities, ticketSchema, ticketStatuses } from '../tickets.schema.ts';

/** Open and in progress together, or a single status. */
export const ticketFilters = ['unfinished', ...ticketStatuses] as const;
export type TicketFilter = (typeof ticketFilters)[number];

/** A person with name and address, for staff. */
const namedSchema = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() });

/** A row of the queue. */
export const queuedTicketSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  subject: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  isPremium: z.boolean(),
  /** Null: the account was deleted. */
  userEmail: z.string().nullable(),
  serialNumber: serialSchema.nullable(),
  /** With a mark when inactive. */
  assignee: z.string().nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  firstAnswerAt: instantSchema.nullable(),
  /** Since when the person waits for an answer. */
  waitingSince: instantSchema.nullable(),
});

export const staffMessageSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(messageKinds),
  isStaff: z.boolean(),
  author: z.string(),
  authorEmail: z.string().nullable(),
  text: z.string().nullable(),
  status: z.enum(ticketStatuses).nullable(),
  /** The new assignee of an assignment. Null: the ticket became unassigned. */
  assignee: z.string().nullable(),
  attachments: z.array(attachmentSchema),
  createdAt: instantSchema,
});

export const staffConversationSchema = z.strictObject({
  ticket: z.strictObject({
    ...ticketSchema.shape,
    isPremium: z.boolean(),
    serialNumber: serialSchema.nullable(),
    /** Null: the account was deleted. */
    user: namedSchema.extend({ role: z.enum(['user', 'installer', 'staff']) }).nullable(),
    createdBy: z.string().nullable(),
    assigneeId: z.uuid().nullable(),
    /** The name of the assignee, who may be inactive by now. */
    assignee: z.string().nullable(),
    firstAnswerAt: instantSchema.nullable(),
    waitingSince: instantSchema.nullable(),
  }),
  messages: z.array(staffMessageSchema),
  /** Staff who can be assigned. */
  staff: z.array(namedSchema),
});

export type QueuedTicket = z.infer<typeof queuedTicketSchema>;
export type StaffMessage = z.infer<typeof staffMessageSchema>;
export type StaffConversation = z.infer<typeof staffConversationSchema>;

/** SUPL-04: a ticket that staff open for a person. */
export const newStaffTicketSchema = newTicketSchema.extend({ email: z.string().trim().min(1).max(254) });
export type NewStaffTicket = z.infer<typeof newStaffTicketSchema>;

export const queueQuerySchema = z.strictObject({
  search: z.string().trim().max(ticketRules.searchMaxLength).optional(),
  status: z.enum(ticketFilters).optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(ticketRules.pageSize),
});
export type QueueQuery = z.infer<typeof queueQuerySchema>;
