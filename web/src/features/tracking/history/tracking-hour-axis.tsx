import { formatHour, formatTime } from '#lib/format.ts';
import { useMemo } from 'react';
import classes from './tracking-history-player.module.css';
import { hourTicks } from './tracking-hour-ticks.ts';

interface HourAxisProps {
  from: number;
  to: number;
  timeZone: string;
}

/** A text closer to the end of the axis would leave the card. */
const EDGE = 0.02;

/** The hours below the speeds and the slider of a day. Only visual, because the slider says its time in words. */
export function TrackingHourAxis({ from, to, timeZone }: HourAxisProps) {
  const { ticks, isHours } = useMemo(() => hourTicks(from, to, timeZone), [from, to, timeZone]);
  const format = isHours ? formatHour : formatTime;
  const shareOf = (at: number) => (at - from) / Math.max(to - from, 1);
  return (
    <div className={classes.axis} aria-hidden="true">
      {ticks
        .filter((at) => shareOf(at) >= EDGE && shareOf(at) <= 1 - EDGE)
        .map((at) => (
          <span key={at} style={{ left: `${shareOf(at) * 100}%` }}>
            {format(at, { timeZone })}
          </span>
        ))}
    </div>
  );
}
