import { formatDay, formatTime } from './format.ts';

/** Returns when a sleeping device wakes, with the day if not today. */
export function formatWakeTime(at: string, nowMs: number): string {
  const day = formatDay(at, nowMs);
  return day === formatDay(nowMs, nowMs) ? formatTime(at) : `${day}, ${formatTime(at)}`;
}
