import type { DeskTicket } from '@trace/contract/support-desk/support-desk.schema';
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';

/** Cuts a page from rows that were read with one more than the page holds: that row shows that a page follows. */
export function pageOf<Row extends { place: string }>(
  rows: readonly Row[],
  limit: number,
): { shown: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? shown.at(-1)!.place : null };
}

/**
 * Reads a cursor whose form the contract has checked. A cursor of another list, which a person may have typed, has a
 * key of another kind and starts the list anew.
 */
export function placeIn(after: string | undefined, key: RegExp): readonly [string, string] | null {
  const [first, second] = after?.split('~') ?? [];
  return first !== undefined && second !== undefined && key.test(second) ? [first, second] : null;
}

export const presentTicket = ({
  number,
  createdAt,
  ...ticket
}: Omit<DeskTicket, 'number' | 'createdAt'> & { number: number; createdAt: Date }): DeskTicket => ({
  ...ticket,
  number: ticketNumber(number),
  createdAt: createdAt.toISOString(),
});
