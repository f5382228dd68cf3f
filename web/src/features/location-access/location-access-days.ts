import { serverNowMs } from '#lib/stream/server-clock.ts';
import { formatLongDay } from '#lib/format.ts';
import type { Look } from '@trace/contract/location-access/location-access.schema';

export interface DayOfLooks {
  /** 'Today', or the day with its date. */
  day: string;
  looks: Look[];
}

/** Groups access log entries, in order, by day in the user's own time zone. */
export function daysOf(looks: readonly Look[], nowMs = serverNowMs()): DayOfLooks[] {
  const today = formatLongDay(nowMs);
  const days: DayOfLooks[] = [];
  for (const look of looks) {
    const date = formatLongDay(look.fromAt);
    const day = date === today ? 'Today' : date;
    const last = days.at(-1);
    if (last?.day === day) last.looks.push(look);
    else days.push({ day, looks: [look] });
  }
  return days;
}
