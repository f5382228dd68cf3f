import { nextDayStart } from '@trace/contract/kernel/calendar';

/** A day of the counter. The first ping of the day begins the day. */
export interface QuotaDay {
  /** The number of the day in this account, counted from 1. */
  dayNo: number;
  /** The time zone of the day. */
  timeZone: string;
  /** Midnight there. */
  endsAt: Date;
  used: number;
}

/**
 * Returns the day on which a ping counts now: the day of the account's time zone (PING-03). After a change of zone, the
 * current day continues to the first midnight of the new zone after its own end. No hour belongs to two days, so
 * changing zones earns no extra pings (SET-04). `resetsAt`: when the counter starts anew.
 */
export function dayInForce(last: QuotaDay | null, timeZone: string, now: Date): QuotaDay & { resetsAt: Date } {
  const resetsAt = last === null ? now : endIn(timeZone, last);
  if (last !== null && now < resetsAt) return { ...last, resetsAt };
  const endsAt = nextDayStart(timeZone, now);
  return { dayNo: (last?.dayNo ?? 0) + 1, timeZone, endsAt, used: 0, resetsAt: endsAt };
}

/** Returns a day's end in the account's current zone: the first midnight there at or after the day's own end. */
function endIn(timeZone: string, day: QuotaDay): Date {
  return day.timeZone === timeZone ? day.endsAt : nextDayStart(timeZone, new Date(day.endsAt.getTime() - 1));
}
