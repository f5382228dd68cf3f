import { z } from 'zod';
import { deviceStatuses, networkLabels } from '../device-status/device-status.rules.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { offlineCausesSchema } from '../offline-causes/offline-causes.schema.ts';
import { attachmentSchema } from './attachments/tickets.attachments.schema.ts';
import { ticketRules } from './tickets.rules.ts';

export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const;

export type TicketPriority = (typeof ticketPriorities)[number];
export type TicketStatus = (typeof ticketStatuses)[number];

/** The device state when the ticket was written, added by the server. No position, no secret. */
export const ticketContextSchema = z.strictObject({
  serialNumber: serialSchema,
  deviceName: z.string(),
  status: z.enum(deviceStatuses),
  network: z.enum(networkLabels),
  lastSeen: instantSchema.nullable(),
  batteryPct: z.number().nullable(),
  signalPct: z.number().nullable(),
  configApplied: z.boolean(),
  /** Newest first. */
  errors: z.array(z.string()),
  /** Why it was silent. Null: it reported, or the ticket is older than explanations. */
  offline: offlineCausesSchema.nullable(),
});

export type TicketContext = z.infer<typeof ticketContextSchema>;

export const ticketSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  subject: z.string(),
  description: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  /** Null for a ticket that is about no device. */
  device: ticketContextSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
});

export type Ticket = z.infer<typeof ticketSchema>;

export const newTicketSchema = z.strictObject({
  subject: z.string().trim().min(1).max(ticketRules.subjectMaxLength),
  description: z.string().trim().min(1).max(ticketRules.descriptionMaxLength),
  priority: z.enum(ticketPriorities).default('medium'),
  /** A device that the caller has to do with, or null. */
  serialNumber: serialSchema.nullable().default(null),
});

export type NewTicket = z.infer<typeof newTicketSchema>;

/** Message kinds of a conversation. A note is for staff only. */
export const messageKinds = ['answer', 'note', 'status', 'assignment'] as const;

/** A message as the person of the ticket reads it. */
export const ticketMessageSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['answer', 'status']),
  /** True for support. Of support, people learn only the first name. */
  isStaff: z.boolean(),
  author: z.string(),
  text: z.string().nullable(),
  status: z.enum(ticketStatuses).nullable(),
  attachments: z.array(attachmentSchema),
  createdAt: instantSchema,
});

export type TicketMessage = z.infer<typeof ticketMessageSchema>;

export const conversationSchema = z.strictObject({ ticket: ticketSchema, messages: z.array(ticketMessageSchema) });

export type Conversation = z.infer<typeof conversationSchema>;

export const messageTextSchema = z.string().trim().min(1).max(ticketRules.messageMaxLength);
