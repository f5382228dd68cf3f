import { dayIn } from '@trace/contract/kernel/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';

/** Instants come as ISO text or as milliseconds since 1970. Without `timeZone` the account's counts, else the browser's. */
export type Instant = string | number | Date;

interface FormatOptions {
  locale?: string;
  timeZone?: string;
}

const JUST_NOW_MS = 5 * SECOND_MS;
const RELATIVE_UP_TO_MS = 7 * DAY_MS;

let accountZone: string | undefined;

/**
 * Sets the zone of the signed-in user, by whose day the server counts. null: no user is signed in, and the browser's
 * zone applies.
 */
export function setZone(timeZone: string | null): void {
  if (timeZone === (accountZone ?? null)) return;
  accountZone = timeZone !== null && isKnownZone(timeZone) ? timeZone : undefined;
}

/** Returns the zone in which instants are shown: 'Australia/Sydney'. */
export function zoneName(): string {
  return accountZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** An older browser may not have heard of a zone that the server knows. */
function isKnownZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(undefined, { timeZone }));
  } catch {
    return false;
  }
}

export function toEpochMs(instant: Instant): number {
  return new Date(instant).getTime();
}

/** '2026-11-22', for a file's name. */
export function formatFileDay(instant: Instant): string {
  return dayIn(zoneName(), new Date(instant));
}

/** 'just now', '12 s ago', '38 min ago', '5 h ago', '2 days ago'; after a week the date: '12 Nov' or '12 Nov 2025'. */
export function formatAge(instant: Instant, nowMs: number, options: FormatOptions = {}): string {
  const ageMs = nowMs - toEpochMs(instant);
  // A tracker's clock may run slightly ahead, which must not produce a future age.
  if (ageMs < JUST_NOW_MS) return 'just now';
  if (ageMs >= RELATIVE_UP_TO_MS) return formatDay(instant, nowMs, options);
  return `${formatDuration(ageMs)} ago`;
}

/** The largest whole unit: '12 s', '38 min', '5 h', '1 day', '3 days'. */
export function formatDuration(durationMs: number): string {
  if (durationMs < MINUTE_MS) return `${Math.floor(durationMs / SECOND_MS)} s`;
  if (durationMs < HOUR_MS) return `${Math.floor(durationMs / MINUTE_MS)} min`;
  if (durationMs < DAY_MS) return `${Math.floor(durationMs / HOUR_MS)} h`;
  const days = Math.floor(durationMs / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Returns the remaining time to the minute: '14 h 19 min', '27 min', 'less than a minute'. */
export function formatRemaining(remainingMs: number): string {
  if (remainingMs < MINUTE_MS) return 'less than a minute';
  const hours = Math.floor(remainingMs / HOUR_MS);
  const minutes = Math.floor((remainingMs % HOUR_MS) / MINUTE_MS);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** A countdown: '24:10'. */
export function formatClock(leftMs: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(leftMs / MINUTE_MS))}:${two(Math.floor((leftMs % MINUTE_MS) / SECOND_MS))}`;
}

/** '20 Nov 2026, 9:41:22 am' in the person's own time zone. */
export function formatExact(instant: Instant, options: FormatOptions = {}): string {
  return instantFormat(options, { dateStyle: 'medium', timeStyle: 'medium' }).format(toEpochMs(instant));
}

/** '9:41 am'. */
export function formatTime(instant: Instant, options: FormatOptions = {}): string {
  return instantFormat(options, { timeStyle: 'short' }).format(toEpochMs(instant));
}

/** Returns '9 am', for the full hours of an axis. */
export function formatHour(instant: Instant, options: FormatOptions = {}): string {
  return instantFormat(options, { hour: 'numeric' }).format(toEpochMs(instant));
}

/** Returns '9:41:22 am', for lists in which two instants of one minute must differ. */
export function formatTimeWithSeconds(instant: Instant, options: FormatOptions = {}): string {
  return instantFormat(options, { timeStyle: 'medium' }).format(toEpochMs(instant));
}

/** Returns '12 Nov', with the year if not the current year. */
export function formatDay(instant: Instant, nowMs: number, options: FormatOptions = {}): string {
  const yearOf = (at: number) => instantFormat(options, { year: 'numeric' }).format(at);
  const at = toEpochMs(instant);
  const year = yearOf(at) === yearOf(nowMs) ? {} : ({ year: 'numeric' } as const);
  return instantFormat(options, { day: 'numeric', month: 'short', ...year }).format(at);
}

/** Returns today's date for a page head: 'Friday 20 November'. */
export function formatToday(nowMs: number, options: FormatOptions = {}): string {
  return instantFormat(options, { weekday: 'long', day: 'numeric', month: 'long' }).format(nowMs);
}

/** Returns the full day with its year. */
export function formatLongDay(instant: Instant, options: FormatOptions = {}): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return instantFormat(options, parts).format(toEpochMs(instant));
}

/** Returns the month of an instant: 'November 2026'. */
export function formatMonthOf(instant: Instant, options: FormatOptions = {}): string {
  return instantFormat(options, { month: 'long', year: 'numeric' }).format(toEpochMs(instant));
}

/** Formats a calendar day from an address: 'Mon, 20 Apr 2026' for '2026-04-20'. */
export function formatCalendarDay(day: string, { locale }: Pick<FormatOptions, 'locale'> = {}): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return instantFormat({ timeZone: 'UTC', ...(locale ? { locale } : {}) }, parts).format(toEpochMs(`${day}T00:00Z`));
}

/** Returns 'April 2026' for any of its days. */
export function formatMonth(day: string, { locale }: Pick<FormatOptions, 'locale'> = {}): string {
  const parts = { month: 'long', year: 'numeric' } as const;
  return instantFormat({ timeZone: 'UTC', ...(locale ? { locale } : {}) }, parts).format(toEpochMs(`${day}T00:00Z`));
}

const METRES_PER_KM = 1_000;
const KMH_PER_MPS = 3.6;

/** '850 m', '12.3 km', '148 km'. */
export function formatDistance(metres: number): string {
  if (metres < METRES_PER_KM) return `${Math.round(metres / 10) * 10} m`;
  const km = metres / METRES_PER_KM;
  return `${km < 100 ? km.toFixed(1) : Math.round(km)} km`;
}

/** '48 km/h'. */
export function formatSpeed(metresPerSec: number): string {
  return `${Math.round(metresPerSec * KMH_PER_MPS)} km/h`;
}

/** Six decimals, about 11 cm: '-33.841200, 151.210300'. */
export function formatCoordinates(position: { lat: number; lng: number }): string {
  return `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
}

/** Creating a format takes 30 times as long as using a cached format. A portal has few zones and ways to write a time. */
const formats = new Map<string, Intl.DateTimeFormat>();

function instantFormat({ locale, timeZone = accountZone }: FormatOptions, parts: Intl.DateTimeFormatOptions) {
  // The browser's own zone may change during a visit.
  if (timeZone === undefined) return new Intl.DateTimeFormat(locale, parts);
  const options = { ...parts, timeZone };
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
