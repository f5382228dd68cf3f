import type { TicketPriority, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import type { Executor } from '#platform/db/database';

/** Tickets of one priority that were opened in the quarter of an hour that begins at `at`. */
export interface OpenedTickets {
  readonly at: Date;
  readonly priority: TicketPriority;
  readonly count: number;
}

export interface ResolvedTickets {
  readonly at: Date;
  readonly count: number;
}

export interface IssueWord {
  readonly word: string;
  readonly count: number;
}

export interface TicketTotals {
  readonly total: number;
  readonly byStatus: ReadonlyMap<TicketStatus, number>;
  readonly byPriority: ReadonlyMap<TicketPriority, number>;
  /** From opening to resolution. Null before the first resolution. */
  readonly averageResolutionSec: number | null;
}

/** For analytics: counts over all tickets. */
export interface TicketCountsPort {
  /** By quarter of an hour, `to` not included. Quarters without a ticket are missing. */
  openedBetween(executor: Executor, from: Date, to: Date): Promise<OpenedTickets[]>;
  resolvedBetween(executor: Executor, from: Date, to: Date): Promise<ResolvedTickets[]>;
  totals(): Promise<TicketTotals>;
  /** The most frequent words of subjects in lower case, each counted once per ticket. */
  issueWords(of: { minLetters: number; limit: number }): Promise<IssueWord[]>;
}
