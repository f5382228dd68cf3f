import { DAY_MS } from '@trace/contract/kernel/time';
import { retentionRules } from '@trace/contract/retention/retention.rules';

/**
 * A day is packed two days after its end. Every read of the last 24 hours therefore finds all positions in rows, and
 * most late positions arrive before.
 */
const PACK_AFTER_MS = 2 * DAY_MS;
/**
 * Positions older than this may belong to a packed day. The day between this and `PACK_AFTER_MS` covers processes whose
 * clocks differ, and transactions that last.
 */
const LATE_AFTER_MS = DAY_MS;
/** The retention job archives a day soon. A day is never packed after its archiving. */
const LEAVE_TO_ARCHIVE_MS = (retentionRules.locationActiveDays - 2) * DAY_MS;

/** The day of a packed row: `YYYY-MM-DD`. */
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Whether all positions of a day (`YYYY-MM-DD`, UTC) belong into packed rows. */
export function isPackingDue(day: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(`${day}T00:00:00Z`);
  return age >= DAY_MS + PACK_AFTER_MS && age < LEAVE_TO_ARCHIVE_MS;
}

/** Whether a position can be a repeat of a packed one. */
export const mayBePacked = (at: Date, now: Date): boolean => at.getTime() < now.getTime() - LATE_AFTER_MS;
