import { addDays, dayIn, dayStart } from '@trace/contract/kernel/calendar';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';

/** A calendar day in a time zone as a span of time. The end is exclusive. */
export interface DaySpan {
  readonly day: string;
  readonly fromAt: Date;
  readonly toAt: Date;
}

/** Today and the first day that may be asked for, both in a time zone. */
export function rangeOfDays(timeZone: string, now: Date): { from: string; today: string } {
  const today = dayIn(timeZone, now);
  return { from: addDays(today, 1 - historyRules.days), today };
}

/** Returns the days of a range, both included, without the time before `since`. */
export function spansOf(timeZone: string, from: string, to: string, since: Date): DaySpan[] {
  const spans: DaySpan[] = [];
  let fromAt = dayStart(timeZone, from);
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const toAt = dayStart(timeZone, addDays(day, 1));
    if (toAt > since) spans.push({ day, fromAt: fromAt > since ? fromAt : since, toAt });
    fromAt = toAt;
  }
  return spans;
}
