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
  readonly at: Date;
}

const columns = sql`id, number::int as number, subject, description, priority, status, device, created_at, updated_at, resolved_at`;

/** Stores a ticket. The database assigns the number. */
export async function insertTicket(tx: Executor, ticket: NewTicketRow): Promise<TicketRow> {
  const device = ticket.device === null ? null : JSON.stringify(ticket.device);
  const { rows } = await sql<TicketRow>`
    insert into ticket (id, account_id, subject, description, priority, device, created_at, updated_at)
    values (${ticket.id}, ${ticket.accountId}, ${ticket.subject}, ${ticket.description}, ${ticket.priority},
      ${device}::jsonb, ${ticket.at}, ${ticket.at})
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

/** A person's own tickets, newest first; `before` is the number that the page before ended with. */
export async function listTicketsOf(
  executor: Executor,
  of: { accountId: string; before: number | null; limit: number },
): Promise<TicketRow[]> {
  const older = of.before === null ? sql`` : sql`and number < ${of.before}`;
  const { rows } = await sql<TicketRow>`
    select ${columns} from ticket where account_id = ${of.accountId} ${older}
    order by number desc limit ${of.limit}`.execute(executor);
  return rows;
}

export async function findTicketOf(executor: Executor, accountId: string, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select ${columns} from ticket where id = ${id} and account_id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/** Keeps the number and the outcome of each ticket. Removes the author and the author's words. */
export async function pseudonymiseTickets(tx: Executor, accountId: string, words: string): Promise<void> {
  await sql`
    update ticket set account_id = null, subject = ${words}, description = ${words}, device = null
    where account_id = ${accountId}`.execute(tx);
}
