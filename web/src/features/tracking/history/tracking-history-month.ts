import { addDays } from '@trace/contract/kernel/calendar';

const DAYS_IN_WEEK = 7;

/** 'YYYY-MM' of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const firstOfMonth = (month: string): string => `${month}-01`;

export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month from Monday on; null where another month has the day. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstOfMonth(month);
  const weekday = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % DAYS_IN_WEEK;
  const weeks: (string | null)[][] = [];
  for (let day = addDays(first, -weekday); monthOf(day) <= month;) {
    weeks.push(
      Array.from({ length: DAYS_IN_WEEK }, (_, nth) => {
        const one = addDays(day, nth);
        return monthOf(one) === month ? one : null;
      }),
    );
    day = addDays(day, DAYS_IN_WEEK);
  }
  return weeks;
}

/** Where a key leads from a day, among the days that can be chosen (ascending); undefined: nowhere. */
export function dayByKey(key: string, from: string, days: readonly string[]): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return days.findLast((day) => day < from);
    case 'ArrowRight':
      return days.find((day) => day > from);
    case 'ArrowUp':
      return days.findLast((day) => day <= addDays(from, -DAYS_IN_WEEK));
    case 'ArrowDown':
      return days.find((day) => day >= addDays(from, DAYS_IN_WEEK));
    case 'Home':
      return days[0];
    case 'End':
      return days.at(-1);
    default:
      return undefined;
  }
}
