import type { TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface TicketAbout {
  readonly number: number;
  readonly status: TicketStatus;
  readonly accountId: string | null;
  readonly serial: string | null;
}

/** Locks a ticket until commit (FOR SHARE), so that the ticket cannot be finished meanwhile. */
export async function lockTicketAbout(tx: Executor, id: string): Promise<TicketAbout | null> {
  const { rows } = await sql<TicketAbout>`
    select number::int as number, status, account_id, serial
    from ticket where id = ${id} for share`.execute(tx);
  return rows[0] ?? null;
}
