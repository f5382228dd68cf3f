import type { QueuedTicket, QueueQuery } from '@trace/contract/tickets/staff/tickets.staff.schema';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Database } from '#platform/db/database';
import { invalidCursor } from '#platform/paging/invalid-cursor';
import { presentQueued } from './tickets.staff-present.service.ts';
import { listQueue, type QueuePlace } from './tickets.staff.store.ts';

export type TicketQueue = ReturnType<typeof createTicketQueue>;

export interface TicketQueueDependencies {
  database: Database;
  people: Pick<PeoplePort, 'accountsOf'>;
  staff: Pick<SupportStaffPort, 'activeIds'>;
}

/** The list of all tickets in the order in which staff work on them. */
export function createTicketQueue({ database, people, staff }: TicketQueueDependencies) {
  return {
    async list(query: QueueQuery): Promise<{ tickets: QueuedTicket[]; next: string | null }> {
      const rows = await listQueue(database.sql, {
        search: query.search ?? '',
        status: query.status ?? null,
        after: query.after === undefined ? null : placeOf(query.after),
        limit: query.limit + 1,
      });
      const page = rows.slice(0, query.limit);
      const [names, activeIds] = await Promise.all([
        people.accountsOf([...new Set(page.flatMap(({ assigneeId }) => assigneeId ?? []))]),
        staff.activeIds(),
      ]);
      const last = page.at(-1);
      return {
        tickets: page.map((row) => presentQueued(row, names, activeIds)),
        next: rows.length > query.limit && last ? `${last.queueRank}.${last.queuePlace}` : null,
      };
    },
  };
}

function placeOf(cursor: string): QueuePlace {
  const [, rank, place] = /^(\d{1,3})\.(-?\d{1,9})$/.exec(cursor) ?? [];
  if (rank === undefined || place === undefined) throw invalidCursor();
  return { queueRank: Number(rank), queuePlace: Number(place) };
}
