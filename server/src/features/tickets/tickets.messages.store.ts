import { sql } from 'kysely';
import type { messageKinds, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { Executor } from '#platform/db/database';

export interface MessageRow {
  readonly id: string;
  readonly authorId: string | null;
  readonly isStaff: boolean;
  readonly kind: (typeof messageKinds)[number];
  readonly text: string | null;
  readonly status: TicketStatus | null;
  readonly assigneeId: string | null;
  readonly createdAt: Date;
}

export type NewMessageRow = Pick<MessageRow, 'id' | 'isStaff' | 'kind'> &
  Partial<Pick<MessageRow, 'text' | 'status' | 'assigneeId'>> & { ticketId: string; authorId: string; at: Date };

/** Returns false when another transaction has used the id meanwhile. */
export async function insertMessage(tx: Executor, message: NewMessageRow): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_message (id, ticket_id, author_id, is_staff, kind, text, status, assignee_id, created_at)
    values (${message.id}, ${message.ticketId}, ${message.authorId}, ${message.isStaff}, ${message.kind},
      ${message.text ?? null}, ${message.status ?? null}, ${message.assigneeId ?? null}, ${message.at})
    on conflict (id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns the ticket and the author of a message, or null when there is no such message. */
export async function findMessagePlace(
  executor: Executor,
  id: string,
): Promise<{ readonly ticketId: string; readonly authorId: string | null } | null> {
  const { rows } = await sql<{ ticketId: string; authorId: string | null }>`
    select ticket_id, author_id from ticket_message where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** A ticket's messages in the order of writing. */
export async function listMessages(executor: Executor, ticketId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, author_id, is_staff, kind, text, status, assignee_id, created_at
    from ticket_message where ticket_id = ${ticketId} order by nth`.execute(executor);
  return rows;
}

export async function countMessages(executor: Executor, ticketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket_message where ticket_id = ${ticketId}`.execute(executor);
  return rows[0]!.count;
}

/** The answers of both sides in a person's tickets, without internal notes. */
export async function listSharedMessages(
  executor: Executor,
  accountId: string,
  limit: number,
): Promise<{ number: number; isStaff: boolean; text: string; createdAt: Date }[]> {
  const { rows } = await sql<{ number: number; isStaff: boolean; text: string; createdAt: Date }>`
    select t.number::int as number, m.is_staff, coalesce(m.text, '') as text, m.created_at
    from ticket t join ticket_message m on m.ticket_id = t.id
    where t.account_id = ${accountId} and m.kind = 'answer' order by m.nth limit ${limit}`.execute(executor);
  return rows;
}

/**
 * Removes the words of each conversation of this person, which support may have repeated, and the person as an author
 * elsewhere. Staff keep their words in the conversations of others.
 */
export async function pseudonymiseMessages(tx: Executor, accountId: string, words: string): Promise<void> {
  await sql`
    update ticket_message m set text = ${words} from ticket t
    where t.id = m.ticket_id and t.account_id = ${accountId} and m.text is not null`.execute(tx);
  await sql`update ticket_message set author_id = null where author_id = ${accountId}`.execute(tx);
  await sql`update ticket_message set assignee_id = null where assignee_id = ${accountId}`.execute(tx);
}
