import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { Database } from '#platform/db/database';
import { listOpened, listResolved, listSubjectWords, listTicketCounts } from './tickets.counts.store.ts';
import type { TicketCountsPort, TicketTotals } from './tickets.port.ts';

/** Splitting more subjects into words would take longer than the rest of the analytics page. */
const NEWEST_SUBJECTS = 2_000;

export const createTicketCounts = (database: Database): TicketCountsPort => ({
  openedBetween: listOpened,
  resolvedBetween: listResolved,

  async totals(): Promise<TicketTotals> {
    const rows = await listTicketCounts(database.sql);
    const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
    const countBy = <Key>(keyOf: (row: (typeof rows)[number]) => Key): Map<Key, number> => {
      const counts = new Map<Key, number>();
      for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count);
      return counts;
    };
    const resolved = sum(rows.map((row) => row.resolved));
    return {
      total: sum(rows.map(({ count }) => count)),
      byStatus: countBy(({ status }) => status),
      byPriority: countBy(({ priority }) => priority),
      averageResolutionSec: resolved === 0 ? null : sum(rows.map(({ resolutionSec }) => resolutionSec)) / resolved,
    };
  },

  issueWords: ({ minLetters, limit }) =>
    listSubjectWords(database.sql, { newest: NEWEST_SUBJECTS, minLetters, blank: texts.gone, limit }),
});
