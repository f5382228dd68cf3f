import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';

/** Minutes between two ticks, from narrow to wide. */
const spacings = [5, 10, 15, 30, 60, 120, 180, 240, 360];
const MOST_TICKS = 9;
/** The clocks of all time zones differ from UTC by multiples of this. */
const ZONE_STEP_MS = 15 * MINUTE_MS;

export interface HourTicks {
  ticks: number[];
  /** All ticks are full hours. */
  isHours: boolean;
}

/** Returns the round times of a day between two instants, in its time zone, for an axis of at most nine ticks. */
export function hourTicks(from: number, to: number, timeZone: string): HourTicks {
  const wanted = spacings.find((minutes) => (to - from) / (minutes * MINUTE_MS) <= MOST_TICKS) ?? spacings.at(-1)!;
  const stepMs = Math.min(wanted * MINUTE_MS, ZONE_STEP_MS);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const minutesOf = (at: number) => {
    const [hours = 0, minutes = 0] = clock.format(at).split(':').map(Number);
    return hours * 60 + minutes;
  };
  const ticks: number[] = [];
  for (let at = Math.ceil(from / stepMs) * stepMs; at <= to; at += stepMs)
    if (minutesOf(at) % wanted === 0) ticks.push(at);
  return { ticks, isHours: wanted * MINUTE_MS >= HOUR_MS };
}
