import { fullName } from '@trace/contract/kernel/full-name';
import type { QueuedTicket, StaffConversation, StaffMessage } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { Account } from '#features/people/people.port';
import type { MessageRow } from '../tickets.messages.store.ts';
import { present, type AttachmentsOf } from '../tickets.present.service.ts';
import type { QueueRow, StaffTicketRow } from './tickets.staff.store.ts';

export type KnownPeople = ReadonlyMap<string, Omit<Account, 'id'>>;

export const presentQueued = (row: QueueRow, known: KnownPeople, activeIds: readonly string[]): QueuedTicket => ({
  id: row.id,
  number: ticketNumber(row.number),
  subject: row.subject,
  priority: row.priority,
  status: row.status,
  isPremium: row.isPremium,
  userEmail: row.userEmail,
  serialNumber: row.serial,
  assignee: row.assigneeId === null ? null : assigneeOf(known, row.assigneeId, activeIds),
  ...timesOf(row),
});

/** Without the mark, the ticket of a deactivated colleague would look as if it were in good hands. */
function assigneeOf(known: KnownPeople, id: string, activeIds: readonly string[]): string {
  const name = nameOf(known, id);
  return activeIds.includes(id) ? name : staffTicketsTexts.inactive(name);
}

export function presentConversation(
  row: StaffTicketRow,
  messages: readonly MessageRow[],
  attachmentsOf: AttachmentsOf,
  staffIds: readonly string[],
  known: KnownPeople,
): StaffConversation {
  const user = row.accountId === null ? undefined : known.get(row.accountId);
  return {
    ticket: {
      ...present(row),
      isPremium: row.isPremium,
      serialNumber: row.serial,
      user: user && row.accountId ? { ...namedIn(known, row.accountId), role: user.role } : null,
      createdBy: row.createdBy === null ? null : nameOf(known, row.createdBy),
      assigneeId: row.assigneeId,
      assignee: row.assigneeId === null ? null : nameOf(known, row.assigneeId),
      ...timesOf(row),
    },
    messages: messages.map((message) => presentMessage(message, attachmentsOf, known)),
    staff: staffIds.map((id) => namedIn(known, id)).toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

const presentMessage = (message: MessageRow, attachmentsOf: AttachmentsOf, known: KnownPeople): StaffMessage => ({
  id: message.id,
  kind: message.kind,
  isStaff: message.isStaff,
  author: message.authorId === null ? texts.formerAccount : nameOf(known, message.authorId),
  authorEmail: message.isStaff ? null : (known.get(message.authorId ?? '')?.email ?? null),
  text: message.text,
  status: message.status,
  assignee: message.assigneeId === null ? null : nameOf(known, message.assigneeId),
  attachments: attachmentsOf(message.id),
  createdAt: message.createdAt.toISOString(),
});

const timesOf = (row: QueueRow) => ({
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  firstAnswerAt: row.firstAnswerAt?.toISOString() ?? null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
});

const namedIn = (known: KnownPeople, id: string) => ({
  id,
  name: nameOf(known, id),
  email: known.get(id)?.email ?? '',
});

function nameOf(known: KnownPeople, id: string): string {
  const person = known.get(id);
  return person === undefined ? texts.formerAccount : fullName(person);
}
