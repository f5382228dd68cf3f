import { sql } from 'kysely';
import type { TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { Executor } from '#platform/db/database';

export interface CountsRow {
  readonly total: number;
  readonly today: number;
  readonly online: number;
  readonly offline: number;
  readonly silent: number;
  readonly openTickets: number;
  readonly urgentTickets: number;
  readonly companies: number;
  readonly companiesThisWeek: number;
  readonly users: number;
  readonly installers: number;
}

/**
 * The figures of the dashboard in one statement. Each subquery on devices counts the entries of one index: the narrowest
 * for all devices, and a range of another for the figures about few.
 */
export async function countAll(
  executor: Executor,
  since: { today: Date; week: Date; silent: Date },
): Promise<CountsRow> {
  const { rows } = await sql<CountsRow>`
    select d.*, n.*, o.*, t.*, c.*, p.*
    from
      (select count(*)::int as total,
        (count(*) filter (where status_rank = device_status_rank('online')))::int as online
        from device_list where not replaced) d,
      (select count(*)::int as today from device_list
        where not replaced and registered_ms >= ${since.today.getTime()}::bigint) n,
      (select count(*)::int as offline,
        (count(*) filter (where seen_ms <= ${since.silent.getTime()}::bigint))::int as silent
        from device_list where not replaced and status_rank = device_status_rank('offline')) o,
      (select count(*)::int as open_tickets, (count(*) filter (where priority = 'urgent'))::int as urgent_tickets
        from ticket where status = 'open') t,
      (select count(*)::int as companies, (count(*) filter (where created_at >= ${since.week}))::int as companies_this_week
        from company) c,
      (select (count(*) filter (where role = 'user'))::int as users,
        (count(*) filter (where role = 'installer'))::int as installers from person) p`.execute(executor);
  return rows[0]!;
}

export interface DeskTicketRow {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly createdAt: Date;
}

/** The newest tickets about a device or of a person. */
export async function listTicketsAbout(
  executor: Executor,
  about: { serial: string } | { accountId: string },
  limit: number,
): Promise<DeskTicketRow[]> {
  const isAbout =
    'serial' in about ? sql`device ->> 'serialNumber' = ${about.serial}` : sql`account_id = ${about.accountId}`;
  const { rows } = await sql<DeskTicketRow>`
    select id, number::int as number, subject, priority, status, created_at from ticket
    where ${isAbout} order by number desc limit ${limit}`.execute(executor);
  return rows;
}
