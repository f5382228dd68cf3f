import { randomUUID } from 'node:crypto';
import type { NewStaffTicket } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { ContextReader } from '../tickets.context.service.ts';
import { publishTicketChange } from '../tickets.events.ts';
import { idTaken } from '../tickets.repeats.service.ts';
import type { TicketMails } from '../tickets.mails.service.ts';
import { insertTicket } from '../tickets.store.ts';
import { findTicket, takeNumber } from './tickets.staff.store.ts';

export type StaffOpening = ReturnType<typeof createStaffOpening>;

export interface StaffOpeningDependencies {
  database: Database;
  clock: Clock;
  people: Pick<PeoplePort, 'findAccountByEmail'>;
  staff: SupportStaffPort;
  subscription: Pick<SubscriptionPort, 'isPremium'>;
  mails: TicketMails;
  contextOf: ContextReader;
}

interface Sending {
  /** Chosen by the caller. A repeat with the same id adds nothing, because the answer may have been lost. */
  id?: string | undefined;
}

/** Tickets that staff open for a person, and numbers without a ticket. */
export function createStaffOpening(dependencies: StaffOpeningDependencies) {
  const { database, clock, people, staff, subscription, mails, contextOf } = dependencies;
  return {
    async create(
      actor: Actor,
      origin: CallOrigin,
      { id = randomUUID(), email, subject, description, priority, serialNumber }: NewStaffTicket & Sending,
    ): Promise<{ id: string; number: string }> {
      const person = await people.findAccountByEmail(email);
      if (person === null) throw new Refusal('not_found', texts.noAccount, { field: 'body.email' });
      const device = serialNumber === null ? null : await contextOf(person.id, serialNumber);
      const [isPremium, staffIds] = await Promise.all([subscription.isPremium(person.id), staff.activeIds()]);
      return database.transaction(async (tx) => {
        const row = await insertTicket(tx, {
          ...{ id, subject, description, priority, device, isPremium, serial: serialNumber },
          ...{ accountId: person.id, createdBy: actor.accountId, at: clock.now() },
        });
        if (row === null) return requireRepeat(tx, { id, createdBy: actor.accountId, accountId: person.id });
        const number = ticketNumber(row.number);
        const details = { number, priority, serialNumber, accountId: person.id };
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'tickets.createAsStaff', { type: 'ticket', id }, details),
        );
        await mails.opened(tx, row, person, { id, text: description });
        await publishTicketChange(tx, { id, accountId: person.id, isInternal: false }, staffIds);
        return { id, number };
      });
    },

    /** T70: the number is on record, because it leaves a gap. */
    takeNumber: (actor: Actor, origin: CallOrigin): Promise<string> =>
      database.transaction(async (tx) => {
        const number = ticketNumber(await takeNumber(tx));
        const subject = { type: 'ticket', id: null };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'tickets.generateNumber', subject, { number }));
        return number;
      }),
  };
}

/** Returns the ticket that the staff member opened for the person under this id. */
async function requireRepeat(
  tx: Executor,
  { id, createdBy, accountId }: { id: string; createdBy: string; accountId: string },
): Promise<{ id: string; number: string }> {
  const row = await findTicket(tx, id);
  if (row === null || row.createdBy !== createdBy || row.accountId !== accountId) throw idTaken();
  return { id, number: ticketNumber(row.number) };
}
