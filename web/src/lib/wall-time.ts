import { toEpochMs, type Instant } from './format.ts';

/** Returns the value of a `datetime-local` field for an instant in a time zone: '2026-11-25T21:40'. */
export function wallTimeOf(instant: Instant, timeZone: string): string {
  // Swedish writes date and time as ISO does, with a space in between.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  // A person may type the year 26, which has fewer digits here.
  return format.format(toEpochMs(instant)).replace(' ', 'T').padStart('2026-11-25T21:40'.length, '0');
}

/**
 * Returns the instant at which the clocks of a time zone show the value of a `datetime-local` field. When the clock is
 * put back and shows a time twice, returns one of the two instants.
 */
export function instantOfWallTime(wallTime: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallTime}Z`);
  const offsetAt = (at: number): number => Date.parse(`${wallTimeOf(at, timeZone)}Z`) - at;
  // The offset at the first guess may be another one than at the instant, close to a change of the clock.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}
