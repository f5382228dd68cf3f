import { DAY_MS, HOUR_MS } from '../../kernel/time.ts';

/** Row PANIC-08. */
export const drillRules = {
  /** Drills by hand of one user. */
  perWindow: 3,
  windowMs: HOUR_MS,
  /** A monthly drill follows the last drill of the device. */
  monthlyAfterMs: 30 * DAY_MS,
  /** Monthly drills run in these hours of the user's day: from 10 am until 4 pm. */
  fromHour: 10,
  untilHour: 16,
  listed: 12,
} as const;

/** Whether a monthly drill may run at this instant: in the middle of a day from Monday to Friday. */
export function isDrillTime(at: Date, timeZone: string): boolean {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const);
  const { hour, weekday } = Object.fromEntries(parts) as { hour: string; weekday: string };
  const isWeekend = weekday === 'Sat' || weekday === 'Sun';
  return !isWeekend && Number(hour) >= drillRules.fromHour && Number(hour) < drillRules.untilHour;
}
