import { DAY_MS } from './time.ts';

/** Making one costs a hundred times as much as using it; there are some 600 names of time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** The calendar day so many days later, or earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** No time zone is further from UTC. */
const FURTHEST_MS = 15 * 3_600_000;

/** The first instant of a calendar day in a time zone; not midnight where its clock jumps over that. */
export function dayStart(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let early = midnight - FURTHEST_MS;
  let late = midnight + FURTHEST_MS;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) early = middle;
    else late = middle;
  }
  return new Date(late);
}

/** The first instant of the next calendar day in a time zone, also across a change of its clock. */
export function nextDayStart(timeZone: string, at: Date): Date {
  const today = dayIn(timeZone, at);
  let early = at.getTime();
  let late = early + 26 * 3_600_000;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (dayIn(timeZone, new Date(middle)) === today) early = middle;
    else late = middle;
  }
  return new Date(late);
}
