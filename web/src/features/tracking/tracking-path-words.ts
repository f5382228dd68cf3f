import { formatDay, formatFileDay, formatSpeed, formatTime, formatTimeWithSeconds } from '#lib/format.ts';
import type { TimedPoint } from '#ui/map/map.types.ts';

/** Returns the time of a point of the last 24 hours, with its day if that is not today. */
export function momentOf(at: number, nowMs: number): string {
  return withDay(at, nowMs, formatTime(at));
}

/** Describes a point of the last 24 hours by its time, and its speed where known. */
export function pathWords({ at, speedMps }: TimedPoint, nowMs: number): string {
  return withSpeed(withDay(at, nowMs, formatTimeWithSeconds(at)), speedMps);
}

/** Describes a point of a day of history. */
export function dayWords({ at, speedMps }: TimedPoint, timeZone: string): string {
  return withSpeed(formatTimeWithSeconds(at, { timeZone }), speedMps);
}

function withDay(at: number, nowMs: number, time: string): string {
  return formatFileDay(at) === formatFileDay(nowMs) ? time : `${formatDay(at, nowMs)}, ${time}`;
}

function withSpeed(time: string, speedMps: number | null | undefined): string {
  return speedMps === null || speedMps === undefined ? time : `${time}, ${formatSpeed(speedMps)}`;
}
