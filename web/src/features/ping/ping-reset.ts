import { formatRemaining, toEpochMs } from '#lib/format.ts';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns when the daily pings reset (PING-04): at midnight of the account's zone, with the place name if the browser's
 * zone differs.
 */
export function resetWords({ resetsAt, timeZone }: PingQuota, nowMs: number, here: string = zoneHere()): string {
  const wait = formatRemaining(Math.max(0, toEpochMs(resetsAt) - nowMs));
  if (timeZone === here) return pingTexts.resets(wait);
  return pingTexts.resetsIn(timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' '), wait);
}
