import { formatDay, formatTime } from './format.ts';

/** When a sleeping device wakes: its day stands with the time when that is another one. */
export function formatWakeTime(at: string, nowMs: number): string {
  const day = formatDay(at, nowMs);
  return day === formatDay(nowMs, nowMs) ? formatTime(at) : `${day}, ${formatTime(at)}`;
}
