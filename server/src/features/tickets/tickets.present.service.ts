import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import type { Ticket, TicketMessage } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { AttachmentRow } from './attachments/tickets.attachments.store.ts';
import type { MessageRow } from './tickets.messages.store.ts';
import type { TicketRow } from './tickets.store.ts';

export const present = (row: TicketRow): Ticket => ({
  id: row.id,
  number: ticketNumber(row.number),
  subject: row.subject,
  description: row.description,
  priority: row.priority,
  status: row.status,
  // Written before explanations were attached.
  device: row.device === null ? null : { ...row.device, offline: row.device.offline ?? null },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
});

export type AttachmentsOf = (messageId: string) => Attachment[];

/** Sorts the files of a ticket by their message. */
export function attachmentsBy(rows: readonly (AttachmentRow & { messageId: string })[]): AttachmentsOf {
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return (id) => (byMessage.get(id) ?? []).map(({ messageId: _messageId, ...attachment }) => attachment);
}

/** Returns null for what only staff read. */
export function presentMessage(
  message: MessageRow,
  firstName: string | undefined,
  attachmentsOf: AttachmentsOf,
): TicketMessage | null {
  const { id, kind, isStaff, text, status, createdAt } = message;
  if (kind !== 'answer' && kind !== 'status') return null;
  const author = firstName ?? (isStaff ? texts.support : texts.formerAccount);
  return {
    id,
    kind,
    isStaff,
    author,
    text,
    status,
    attachments: attachmentsOf(id),
    createdAt: createdAt.toISOString(),
  };
}
