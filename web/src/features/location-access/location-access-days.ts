import { toEpochMs } from '#lib/format.ts';
import type { Look } from '@trace/contract/location-access/location-access.schema';

const dayFormat = () =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export interface DayOfLooks {
  /** 'Today', or the day with its date. */
  day: string;
  looks: Look[];
}

/** Looks in their order, together with those of the same day in the person's own time zone. */
export function daysOf(looks: readonly Look[], nowMs = Date.now()): DayOfLooks[] {
  const format = dayFormat();
  const today = format.format(nowMs);
  const days: DayOfLooks[] = [];
  for (const look of looks) {
    const date = format.format(toEpochMs(look.fromAt));
    const day = date === today ? 'Today' : date;
    const last = days.at(-1);
    if (last?.day === day) last.looks.push(look);
    else days.push({ day, looks: [look] });
  }
  return days;
}
