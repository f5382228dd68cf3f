import { sql } from 'kysely';
import type { TicketFilter } from '@trace/contract/tickets/staff/tickets.staff.schema';
import type { TicketContext, TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

export interface QueuePlace {
  readonly queueRank: number;
  readonly queuePlace: number;
}

export interface QueueRow extends QueuePlace {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly isPremium: boolean;
  readonly userEmail: string | null;
  readonly serial: string | null;
  readonly assigneeId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly firstAnswerAt: Date | null;
  readonly waitingSince: Date | null;
}

export interface QueueFilter {
  /** '': all tickets. */
  readonly search: string;
  readonly status: TicketFilter | null;
  readonly after: QueuePlace | null;
  readonly limit: number;
}

const statusesOf = (filter: TicketFilter | null): TicketStatus[] | null => {
  if (filter === null) return null;
  return filter === 'unfinished' ? ['open', 'in_progress'] : [filter];
};

export async function listQueue(executor: Executor, filter: QueueFilter): Promise<QueueRow[]> {
  const { search, after } = filter;
  const pattern = containing(search);
  const statuses = statusesOf(filter.status);
  const { rows } = await sql<QueueRow>`
    select t.id, t.number::int as number, t.subject, t.priority, t.status, t.is_premium, p.email as user_email,
      t.serial, t.assignee_id, t.created_at, t.updated_at, t.first_answer_at, t.waiting_since,
      t.queue_rank, t.queue_place::int as queue_place
    from ticket t left join person p on p.id = t.account_id
    where (${statuses}::text[] is null or t.status = any(${statuses}::text[]))
      and (${search} = '' or 'TKT-' || t.number ilike ${pattern} or p.email ilike ${pattern}
        or t.subject ilike ${pattern})
      and (${after?.queueRank ?? null}::int is null
        or (t.queue_rank, t.queue_place) > (${after?.queueRank ?? null}::int, ${after?.queuePlace ?? null}::bigint))
    order by t.queue_rank, t.queue_place limit ${filter.limit}`.execute(executor);
  return rows;
}

export interface StaffTicketRow extends QueueRow {
  readonly description: string;
  readonly device: TicketContext | null;
  readonly accountId: string | null;
  readonly createdBy: string | null;
  readonly resolvedAt: Date | null;
}

const columns = sql`
  t.id, t.number::int as number, t.subject, t.description, t.priority, t.status, t.device, t.account_id, t.created_by,
  t.is_premium, t.serial, t.assignee_id, t.created_at, t.updated_at, t.resolved_at, t.first_answer_at, t.waiting_since,
  t.queue_rank, t.queue_place::int as queue_place,
  (select email from person where id = t.account_id) as user_email`;

export async function findTicket(executor: Executor, id: string): Promise<StaffTicketRow | null> {
  const { rows } = await sql<StaffTicketRow>`select ${columns} from ticket t where t.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks the ticket until commit, so that changes of two members of staff follow each other. */
export async function lockTicket(tx: Executor, id: string): Promise<StaffTicketRow | null> {
  const { rows } = await sql<StaffTicketRow>`
    select ${columns} from ticket t where t.id = ${id} for update of t`.execute(tx);
  return rows[0] ?? null;
}

export async function updateAssignee(tx: Executor, id: string, assigneeId: string | null, at: Date): Promise<void> {
  await sql`update ticket set assignee_id = ${assigneeId}, updated_at = ${at} where id = ${id}`.execute(tx);
}

/**
 * The person waits again since the first message that no answer of support followed. A finished ticket has lost this
 * time.
 */
export async function restoreWait(tx: Executor, id: string): Promise<void> {
  await sql`
    update ticket t set waiting_since = (
      select min(asked.at) from (
        select t.created_at as at where t.created_by is null and t.first_answer_at is null
        union all
        select m.created_at from ticket_message m
        where m.ticket_id = t.id and m.kind = 'answer' and not m.is_staff
          and m.nth > coalesce((select max(nth) from ticket_message
            where ticket_id = t.id and kind = 'answer' and is_staff), 0)
      ) asked)
    where t.id = ${id} and t.account_id is not null`.execute(tx);
}

/** Takes the next number, which no ticket gets any more. */
export async function takeNumber(executor: Executor): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('ticket_number')::int as number`.execute(executor);
  return rows[0]!.number;
}
