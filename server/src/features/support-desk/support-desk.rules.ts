import type { CertificateState } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskDevicePage, DeskTicket } from '@trace/contract/support-desk/support-desk.schema';
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

interface CertificateRow {
  readonly kind: 'factory' | 'operational';
  readonly standing: 'current' | 'next' | 'retiring';
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly revokeReason: string | null;
}

/** REG-12: a certificate without its fingerprint and its key. */
export const presentCertificate = (row: CertificateRow, now: Date): DeskDevicePage['certificates'][number] => ({
  kind: row.kind,
  state: certificateStateOf(row, now),
  issuedAt: row.issuedAt.toISOString(),
  endsAt: row.expiresAt.toISOString(),
});

function certificateStateOf(row: CertificateRow, now: Date): CertificateState {
  if (row.revokedAt !== null) return row.revokeReason === 'renewed' ? 'renewed' : 'revoked';
  if (row.expiresAt <= now) return 'ended';
  return row.standing === 'current' ? 'valid' : row.standing;
}
