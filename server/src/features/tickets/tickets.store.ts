import { sql } from 'kysely';
import type { TicketContext, TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { Executor } from '#platform/db/database';

export interface TicketRow {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly device: TicketContext | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly resolvedAt: Date | null;
}

export interface NewTicketRow extends Pick<TicketRow, 'id' | 'subject' | 'description' | 'priority' | 'device'> {
  readonly accountId: string;
  /** Staff who open the ticket for the person. */
  readonly createdBy: string | null;
  readonly serial: string | null;
  readonly isPremium: boolean;
  readonly at: Date;
}

const columns = sql`id, number::int as number, subject, description, priority, status, device, created_at, updated_at, resolved_at`;

/** For the person: a note or an assignment of staff is no update, because its time alone would tell of internal work. */
const ownColumns = sql`id, number::int as number, subject, description, priority, status, device, created_at, resolved_at,
  coalesce((select max(m.created_at) from ticket_message m
    where m.ticket_id = ticket.id and m.kind in ('answer', 'status')), created_at) as updated_at`;

/**
 * Stores a ticket. The database assigns the number. A person who writes waits for an answer. Returns null when the id is
 * already used.
 */
export async function insertTicket(tx: Executor, ticket: NewTicketRow): Promise<TicketRow | null> {
  const device = ticket.device === null ? null : JSON.stringify(ticket.device);
  const waitingSince = ticket.createdBy === null ? ticket.at : null;
  const { rows } = await sql<TicketRow>`
    insert into ticket (id, account_id, created_by, subject, description, priority, device, serial, is_premium,
      created_at, updated_at, waiting_since)
    values (${ticket.id}, ${ticket.accountId}, ${ticket.createdBy}, ${ticket.subject}, ${ticket.description},
      ${ticket.priority}, ${device}::jsonb, ${ticket.serial}, ${ticket.isPremium},
      ${ticket.at}, ${ticket.at}, ${waitingSince})
    on conflict (id) do nothing returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** A person's own tickets, newest first; `before` is the number that the page before ended with. */
export async function listTicketsOf(
  executor: Executor,
  of: { accountId: string; before: number | null; limit: number },
): Promise<TicketRow[]> {
  const older = of.before === null ? sql`` : sql`and number < ${of.before}`;
  const { rows } = await sql<TicketRow>`
    select ${ownColumns} from ticket where account_id = ${of.accountId} ${older}
    order by number desc limit ${of.limit}`.execute(executor);
  return rows;
}

export async function findTicketOf(executor: Executor, accountId: string, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select ${ownColumns} from ticket where id = ${id} and account_id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks a person's own ticket until commit, so that a reply and a change of the status follow each other. */
export async function lockTicketOf(tx: Executor, accountId: string, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select ${columns} from ticket where id = ${id} and account_id = ${accountId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The person has written: waits since then unless already waiting. */
export async function updateReplied(tx: Executor, id: string, isPremium: boolean, at: Date): Promise<void> {
  await sql`
    update ticket set updated_at = ${at}, waiting_since = coalesce(waiting_since, ${at}::timestamptz),
      is_premium = ${isPremium}
    where id = ${id}`.execute(tx);
}

/** Support has answered, which ends the wait. The first answer stops the first-answer clock. */
export async function updateAnswered(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`
    update ticket set updated_at = ${at}, waiting_since = null,
      first_answer_at = coalesce(first_answer_at, ${at}::timestamptz)
    where id = ${id}`.execute(tx);
}

export async function updateTouched(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`update ticket set updated_at = ${at} where id = ${id}`.execute(tx);
}

/** Resolved sets the time of resolution, any other status clears it. A finished ticket waits no longer. */
export async function updateStatus(tx: Executor, id: string, status: TicketStatus, at: Date): Promise<void> {
  const resolvedAt = status === 'resolved' ? at : null;
  const isFinished = status === 'resolved' || status === 'closed';
  await sql`
    update ticket set status = ${status}, updated_at = ${at}, resolved_at = ${resolvedAt}::timestamptz,
      waiting_since = case when ${isFinished} then null else waiting_since end
    where id = ${id}`.execute(tx);
}

/** Keeps the number and the outcome of each ticket. Removes the author and the author's words. */
export async function pseudonymiseTickets(tx: Executor, accountId: string, words: string): Promise<void> {
  await sql`
    update ticket set account_id = null, subject = ${words}, description = ${words}, device = null, serial = null
    where account_id = ${accountId}`.execute(tx);
  await sql`update ticket set created_by = null where created_by = ${accountId}`.execute(tx);
  await sql`update ticket set assignee_id = null where assignee_id = ${accountId}`.execute(tx);
}
