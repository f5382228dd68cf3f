import { formatDuration, toEpochMs } from '#lib/format.ts';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';

/** The shown clock is behind a new link by its resolution and the way of the answer. */
const CLOCK_BEHIND_MS = MINUTE_MS;

/** Returns the remaining time of a link: '14 days', rounded up to whole days, and exact on the last day. */
export function formatLinkExpiry(endsAt: string, nowMs: number): string {
  const leftMs = Math.max(0, toEpochMs(endsAt) - nowMs);
  return formatDuration(
    leftMs > DAY_MS + CLOCK_BEHIND_MS ? Math.ceil((leftMs - CLOCK_BEHIND_MS) / DAY_MS) * DAY_MS : leftMs,
  );
}
