import { formatDay, formatTime, formatTimeWithSeconds, type Instant } from './format.ts';

/** Returns the time, with the day if that is not today: '9:41 am', '12 Nov, 9:41 am'. */
export const formatMoment = (at: Instant, nowMs: number): string => withDay(at, nowMs, formatTime(at));

/** Returns the time to the second, with the day if that is not today: '9:41:22 am', '12 Nov, 9:41:22 am'. */
export const formatMomentWithSeconds = (at: Instant, nowMs: number): string =>
  withDay(at, nowMs, formatTimeWithSeconds(at));

function withDay(at: Instant, nowMs: number, time: string): string {
  const day = formatDay(at, nowMs);
  return day === formatDay(nowMs, nowMs) ? time : `${day}, ${time}`;
}
