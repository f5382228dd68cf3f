import { randomUUID } from 'node:crypto';
import type { StaffConversation } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import type { TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { AccessTicketsPort } from '#features/location-access/location-access.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit, type AuditEntry } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { AttachmentsService } from '../attachments/tickets.attachments.service.ts';
import { listOfTicket } from '../attachments/tickets.attachments.store.ts';
import { publishTicketChange } from '../tickets.events.ts';
import { idTaken, isRepeatedMessage } from '../tickets.repeats.service.ts';
import type { TicketMails } from '../tickets.mails.service.ts';
import { countMessages, insertMessage, listMessages } from '../tickets.messages.store.ts';
import { attachmentsBy } from '../tickets.present.service.ts';
import { updateAnswered, updateStatus, updateTouched } from '../tickets.store.ts';
import { presentConversation } from './tickets.staff-present.service.ts';
import { findTicket, lockTicket, restoreWait, updateAssignee, type StaffTicketRow } from './tickets.staff.store.ts';

export type StaffTicketsService = ReturnType<typeof createStaffTicketsService>;

export interface StaffTicketsDependencies {
  database: Database;
  clock: Clock;
  people: Pick<PeoplePort, 'accountsOf'>;
  staff: SupportStaffPort;
  mails: TicketMails;
  locationAccess: Pick<AccessTicketsPort, 'endForTicket'>;
  attachments: Pick<AttachmentsService, 'attach'>;
}

interface TicketChange {
  readonly isInternal: boolean;
  readonly details: AuditEntry['details'];
}

interface StaffMessageDraft {
  readonly kind: 'answer' | 'note';
  readonly text: string;
  /** Chosen by the caller. A repeat with the same id changes no data, because the answer may have been lost. */
  readonly id?: string | undefined;
  readonly attachmentIds?: string[] | undefined;
}

const isFinished = (status: TicketStatus): boolean => status === 'resolved' || status === 'closed';

/** Tickets as support staff work on them. */
export function createStaffTicketsService(dependencies: StaffTicketsDependencies) {
  const { database, clock, people, staff, mails, locationAccess, attachments } = dependencies;

  const read = async (id: string): Promise<StaffConversation> => {
    const row = await findTicket(database.sql, id);
    if (row === null) throw new Refusal('not_found', texts.notFound);
    const [messages, files, staffIds] = await Promise.all([
      listMessages(database.sql, id),
      listOfTicket(database.sql, id),
      staff.activeIds(),
    ]);
    const ofMessages = messages.flatMap((each) => [each.authorId, each.assigneeId]);
    const ids = [row.accountId, row.createdBy, row.assigneeId, ...ofMessages];
    const known = await people.accountsOf([...new Set([...staffIds, ...ids.filter((each) => each !== null)])]);
    return presentConversation(row, messages, attachmentsBy(files), staffIds, known);
  };

  /** Locks the ticket, runs the change, and publishes and audits the change in the same transaction. Null: no change. */
  const change = async (
    actor: Actor,
    origin: CallOrigin,
    id: string,
    action: string,
    run: (tx: Executor, row: StaffTicketRow) => Promise<TicketChange | null>,
  ): Promise<StaffConversation> => {
    const staffIds = await staff.activeIds();
    await database.transaction(async (tx) => {
      const row = await lockTicket(tx, id);
      if (row === null) throw new Refusal('not_found', texts.notFound);
      const changed = await run(tx, row);
      if (changed === null) return;
      const { isInternal, details } = changed;
      await recordAudit(tx, entryOf(actor.accountId, origin, action, { type: 'ticket', id }, details));
      await publishTicketChange(tx, { id, accountId: row.accountId, isInternal }, staffIds);
    });
    return read(id);
  };

  const messageBy = (actor: Actor, ticketId: string) => ({
    ...{ id: randomUUID(), ticketId, authorId: actor.accountId, isStaff: true, at: clock.now() },
  });

  return {
    read,

    /** An answer ends the wait and is mailed to the person. The status stays as it is. */
    write: (
      actor: Actor,
      origin: CallOrigin,
      id: string,
      { kind, text, id: messageId = randomUUID(), attachmentIds }: StaffMessageDraft,
    ): Promise<StaffConversation> =>
      change(actor, origin, id, 'tickets.write', async (tx, row) => {
        const message = { ...messageBy(actor, id), id: messageId };
        if (await isRepeatedMessage(tx, message)) return null;
        if ((await countMessages(tx, id)) >= ticketRules.mostMessages) throw new Refusal('conflict', texts.full);
        if (!(await insertMessage(tx, { ...message, kind, text }))) throw idTaken();
        await attachments.attach(tx, message, attachmentIds);
        const isInternal = kind === 'note';
        if (isInternal) await updateTouched(tx, id, message.at);
        else await updateAnswered(tx, id, message.at);
        const person =
          row.accountId === null ? undefined : (await people.accountsOf([row.accountId])).get(row.accountId);
        if (!isInternal && person) await mails.answered(tx, row, person, { id: message.id, text });
        return { isInternal, details: { kind, messageId: message.id } };
      }),

    /**
     * Statuses are switched freely. The status that the ticket has already is no change. SUPL-07: access to a location
     * ends with its ticket.
     */
    setStatus: (actor: Actor, origin: CallOrigin, id: string, status: TicketStatus): Promise<StaffConversation> =>
      change(actor, origin, id, 'tickets.setStatus', async (tx, row) => {
        const message = messageBy(actor, id);
        if (row.status !== status) {
          await updateStatus(tx, id, status, message.at);
          if (isFinished(row.status) && !isFinished(status)) await restoreWait(tx, id);
          await insertMessage(tx, { ...message, kind: 'status', status });
        }
        const endedAccesses = isFinished(status) ? await locationAccess.endForTicket(tx, id) : [];
        const details = { from: row.status, to: status, ...(endedAccesses.length > 0 && { endedAccesses }) };
        return { isInternal: false, details };
      }),

    async assign(actor: Actor, origin: CallOrigin, id: string, assigneeId: string | null): Promise<StaffConversation> {
      if (assigneeId !== null && !(await staff.activeIds()).includes(assigneeId))
        throw new Refusal('not_found', texts.notStaff, { field: 'body.assigneeId' });
      return change(actor, origin, id, 'tickets.assign', async (tx, row) => {
        const message = messageBy(actor, id);
        if (row.assigneeId !== assigneeId) {
          await updateAssignee(tx, id, assigneeId, message.at);
          await insertMessage(tx, { ...message, kind: 'assignment', assigneeId });
        }
        return { isInternal: true, details: { assigneeId } };
      });
    },
  };
}
