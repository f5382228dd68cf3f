import { formatDuration, toEpochMs } from '#lib/format.ts';
import { DAY_MS } from '@trace/contract/kernel/time';

/** How long a link still works: '14 days', in whole days begun, and exactly on the last one. */
export function formatLinkExpiry(endsAt: string, nowMs: number): string {
  const leftMs = Math.max(0, toEpochMs(endsAt) - nowMs);
  return formatDuration(leftMs > DAY_MS ? Math.ceil(leftMs / DAY_MS) * DAY_MS : leftMs);
}
