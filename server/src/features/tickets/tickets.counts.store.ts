import type { TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { IssueWord, OpenedTickets, ResolvedTickets } from './tickets.port.ts';

/** Opened tickets by quarter of an hour and priority; served by ticket_created_at. */
export async function listOpened(executor: Executor, from: Date, to: Date): Promise<OpenedTickets[]> {
  const { rows } = await sql<OpenedTickets>`
    select date_bin('15 minutes', created_at, 'epoch') as at, priority, count(*)::int as count from ticket
    where created_at >= ${from} and created_at < ${to} group by 1, 2`.execute(executor);
  return rows;
}

/** Resolved tickets by quarter of an hour; served by ticket_resolved_at. */
export async function listResolved(executor: Executor, from: Date, to: Date): Promise<ResolvedTickets[]> {
  const { rows } = await sql<ResolvedTickets>`
    select date_bin('15 minutes', resolved_at, 'epoch') as at, count(*)::int as count from ticket
    where resolved_at >= ${from} and resolved_at < ${to} group by 1`.execute(executor);
  return rows;
}

export interface TicketCountRow {
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly count: number;
  readonly resolved: number;
  /** Of all resolved tickets of this row together. */
  readonly resolutionSec: number;
}

export async function listTicketCounts(executor: Executor): Promise<TicketCountRow[]> {
  const { rows } = await sql<TicketCountRow>`
    select status, priority, count(*)::int as count, count(resolved_at)::int as resolved,
      coalesce(sum(extract(epoch from resolved_at - created_at)), 0)::float8 as resolution_sec
    from ticket group by status, priority`.execute(executor);
  return rows;
}

/** The words in the subjects of the newest tickets, counted once per ticket. `blank` is the subject of erased tickets. */
export async function listSubjectWords(
  executor: Executor,
  of: { newest: number; minLetters: number; blank: string; limit: number },
): Promise<IssueWord[]> {
  const { rows } = await sql<IssueWord>`
    select word, count(*)::int as count
    from (select subject from ticket where subject <> ${of.blank} order by number desc limit ${of.newest}) newest
      cross join lateral (
        select distinct lower(found[1]) as word from regexp_matches(subject, '[[:alpha:]]+', 'g') found
      ) words
    where length(word) >= ${of.minLetters}
    group by word order by count desc, word limit ${of.limit}`.execute(executor);
  return rows;
}
