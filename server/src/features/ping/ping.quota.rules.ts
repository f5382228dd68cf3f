import { nextDayStart } from '@trace/contract/kernel/calendar';

/** A day of the counter: begun by the first ping on it. */
export interface QuotaDay {
  /** Which of the account's days it is, counted from 1. */
  dayNo: number;
  /** Where it is a day. */
  timeZone: string;
  /** Midnight there. */
  endsAt: Date;
  used: number;
}

/**
 * The day that a ping is counted on now: the day of the account's time zone (PING-03). When that zone has changed, the
 * day that was begun goes on to the first midnight of the new one behind its own end: no hours are in two days, and
 * hopping from zone to zone earns nothing (SET-04). `resetsAt`: when the counter starts anew.
 */
export function dayInForce(last: QuotaDay | null, timeZone: string, now: Date): QuotaDay & { resetsAt: Date } {
  const resetsAt = last === null ? now : endIn(timeZone, last);
  if (last !== null && now < resetsAt) return { ...last, resetsAt };
  const endsAt = nextDayStart(timeZone, now);
  return { dayNo: (last?.dayNo ?? 0) + 1, timeZone, endsAt, used: 0, resetsAt: endsAt };
}

/** A day's end where its account is now: the first midnight there at or after its own. */
function endIn(timeZone: string, day: QuotaDay): Date {
  return day.timeZone === timeZone ? day.endsAt : nextDayStart(timeZone, new Date(day.endsAt.getTime() - 1));
}
