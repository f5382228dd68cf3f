import { formatDuration, toEpochMs } from '#lib/format.ts';
import { DAY_MS } from '@trace/contract/kernel/time';

/** Returns the remaining time of a link: '14 days', rounded up to whole days, and exact on the last day. */
export function formatLinkExpiry(endsAt: string, nowMs: number): string {
  const leftMs = Math.max(0, toEpochMs(endsAt) - nowMs);
  return formatDuration(leftMs > DAY_MS ? Math.ceil(leftMs / DAY_MS) * DAY_MS : leftMs);
}
