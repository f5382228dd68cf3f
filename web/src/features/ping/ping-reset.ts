import { formatRemaining, toEpochMs } from '#lib/format.ts';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the pings of the day come back (PING-04): at the account's midnight, named by its place where that is not here. */
export function resetWords({ resetsAt, timeZone }: PingQuota, nowMs: number, here: string = zoneHere()): string {
  const wait = formatRemaining(Math.max(0, toEpochMs(resetsAt) - nowMs));
  if (timeZone === here) return pingTexts.resets(wait);
  return pingTexts.resetsIn(timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' '), wait);
}
