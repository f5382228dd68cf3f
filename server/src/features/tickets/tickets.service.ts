import { randomUUID } from 'node:crypto';
import { attachmentTexts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { ticketNumber, ticketRules } from '@trace/contract/tickets/tickets.rules';
import type { Conversation, NewTicket, Ticket } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { invalidCursor } from '#platform/paging/invalid-cursor';
import { Refusal } from '#platform/refusal/refusal';
import type { AttachmentsService } from './attachments/tickets.attachments.service.ts';
import { listOfTicket } from './attachments/tickets.attachments.store.ts';
import type { ContextReader } from './tickets.context.service.ts';
import { publishTicketChange } from './tickets.events.ts';
import { attachmentsBy, present, presentMessage } from './tickets.present.service.ts';
import { idTaken, isRepeatedMessage } from './tickets.repeats.service.ts';
import type { TicketMails } from './tickets.mails.service.ts';
import { countMessages, insertMessage, listMessages } from './tickets.messages.store.ts';
import {
  findTicketOf,
  insertTicket,
  listTicketsOf,
  lockTicketOf,
  updateReplied,
  updateStatus,
  type TicketRow,
} from './tickets.store.ts';

export type TicketsService = ReturnType<typeof createTicketsService>;

export interface TicketsServiceDependencies {
  database: Database;
  clock: Clock;
  people: Pick<PeoplePort, 'accountsOf'>;
  staff: SupportStaffPort;
  subscription: Pick<SubscriptionPort, 'isPremium'>;
  mails: TicketMails;
  contextOf: ContextReader;
  attachments: Pick<AttachmentsService, 'attach'>;
}

interface Sending {
  /** Chosen by the caller. A repeat with the same id adds nothing, because the answer may have been lost. */
  id?: string | undefined;
  /** The uploaded files of the message. */
  attachmentIds?: string[] | undefined;
}

/** Tickets as their person writes, reads and continues them. */
export function createTicketsService(dependencies: TicketsServiceDependencies) {
  const { database, clock, people, staff, subscription, mails, contextOf, attachments } = dependencies;

  const conversationOf = async (row: TicketRow): Promise<Conversation> => {
    const [messages, files] = await Promise.all([
      listMessages(database.sql, row.id),
      listOfTicket(database.sql, row.id),
    ]);
    const attachmentsOf = attachmentsBy(files);
    const authors = await people.accountsOf([...new Set(messages.flatMap(({ authorId }) => authorId ?? []))]);
    return {
      ticket: present(row),
      messages: messages.flatMap(
        (message) => presentMessage(message, authors.get(message.authorId ?? '')?.firstName, attachmentsOf) ?? [],
      ),
    };
  };

  const read = async (actor: Actor, id: string): Promise<Conversation> => {
    const row = await findTicketOf(database.sql, actor.accountId, id);
    if (row === null) throw new Refusal('not_found', texts.notFound);
    return conversationOf(row);
  };

  return {
    read,

    async create(
      actor: Actor,
      origin: CallOrigin,
      { id = randomUUID(), subject, description, priority, serialNumber, attachmentIds = [] }: NewTicket & Sending,
    ): Promise<Ticket> {
      const { accountId } = actor;
      const device = serialNumber === null ? null : await contextOf(accountId, serialNumber);
      const [isPremium, staffIds] = await Promise.all([subscription.isPremium(accountId), staff.activeIds()]);
      const row = await database.transaction(async (tx) => {
        const at = clock.now();
        const stored = await insertTicket(tx, {
          ...{ id, accountId, subject, description, priority, device, isPremium },
          ...{ serial: serialNumber, createdBy: null, at },
        });
        if (stored === null) return requireRepeat(tx, accountId, id);
        if (attachmentIds.length > 0) {
          const message = await insertFilesMessage(tx, { ticketId: id, authorId: accountId, at });
          await attachments.attach(tx, message, attachmentIds);
        }
        const details = { number: ticketNumber(stored.number), priority, serialNumber };
        await recordAudit(tx, entryOf(accountId, origin, 'tickets.create', { type: 'ticket', id }, details));
        const deviceLabel = device === null ? null : `${device.deviceName} (${device.serialNumber})`;
        await mails.created(tx, stored, { accountId, email: actor.email, device: deviceLabel });
        await publishTicketChange(tx, { id, accountId, isInternal: false }, staffIds);
        return stored;
      });
      return present(row);
    },

    async list(
      actor: Actor,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<{ tickets: Ticket[]; next: string | null }> {
      const before = after === undefined ? null : numberOf(after);
      const rows = await listTicketsOf(database.sql, { accountId: actor.accountId, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        tickets: page.map(present),
        next: rows.length > limit ? ticketNumber(page.at(-1)!.number) : null,
      };
    },

    /** Adds the person's message. A resolved ticket is open again. */
    async reply(
      actor: Actor,
      origin: CallOrigin,
      ticketId: string,
      { id = randomUUID(), text, attachmentIds }: { text: string } & Sending,
    ): Promise<Conversation> {
      const { accountId, email } = actor;
      const [isPremium, staffIds] = await Promise.all([subscription.isPremium(accountId), staff.activeIds()]);
      await database.transaction(async (tx) => {
        const row = await lockTicketOf(tx, accountId, ticketId);
        if (row === null) throw new Refusal('not_found', texts.notFound);
        if (await isRepeatedMessage(tx, { id, ticketId, authorId: accountId })) return;
        if (row.status === 'closed') throw new Refusal('conflict', texts.closed);
        if ((await countMessages(tx, ticketId)) >= ticketRules.mostMessages) throw new Refusal('conflict', texts.full);
        const message = { id, ticketId, authorId: accountId, isStaff: false, at: clock.now() };
        if (!(await insertMessage(tx, { ...message, kind: 'answer', text }))) throw idTaken();
        await attachments.attach(tx, message, attachmentIds);
        if (row.status === 'resolved') {
          await updateStatus(tx, ticketId, 'open', message.at);
          await insertMessage(tx, { ...message, id: randomUUID(), kind: 'status', status: 'open' });
        }
        await updateReplied(tx, ticketId, isPremium, message.at);
        await recordAudit(tx, entryOf(accountId, origin, 'tickets.reply', { type: 'ticket', id: ticketId }));
        await mails.replied(tx, row, { accountId, email }, { id: message.id, text });
        await publishTicketChange(tx, { id: ticketId, accountId, isInternal: false }, staffIds);
      });
      return read(actor, ticketId);
    },
  };
}

/** Returns the person's own ticket of this id: the request was sent again because its answer was lost. */
async function requireRepeat(tx: Executor, accountId: string, id: string): Promise<TicketRow> {
  const row = await findTicketOf(tx, accountId, id);
  if (row === null) throw idTaken();
  return row;
}

/** Inserts the message of a new ticket's files. Files belong to messages, and the description is none. */
async function insertFilesMessage(tx: Executor, about: { ticketId: string; authorId: string; at: Date }) {
  const message = { ...about, id: randomUUID(), isStaff: false };
  await insertMessage(tx, { ...message, kind: 'answer', text: attachmentTexts.ofRequest });
  return message;
}

function numberOf(cursor: string): number {
  const counted = /^TKT-(\d{1,9})$/.exec(cursor)?.[1];
  if (counted === undefined) throw invalidCursor();
  return Number(counted);
}
