import { DAY_MS } from './time.ts';

/** Creating a format costs a hundred times as much as using a cached format. About 600 time zone names exist. */
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

/**
 * Returns the first instant of a calendar day in a time zone. This is not midnight when the zone's clock skips
 * midnight.
 */
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

/** Returns the first instant of the next calendar day in a time zone, including days with a clock change. */
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
