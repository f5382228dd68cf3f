import { useMemo } from 'react';
import classes from './tracking-history-player.module.css';
import { speedBars } from './tracking-speed-bars.ts';
import type { Track } from '../tracking-track.ts';

const BARS = 240;
const HEIGHT = 24;

/**
 * Shows the speed over the day above the slider of the same length. Only visual, because the list gives the speeds in
 * words.
 */
export function TrackingSpeedGraph({ track }: { track: Track }) {
  const line = useMemo(() => {
    const bars = speedBars(track, BARS);
    const top = Math.max(...bars, 1);
    const steps = bars.map((speed, nth) => `L${nth} ${HEIGHT - (speed / top) * HEIGHT}h1`);
    return `M0 ${HEIGHT}${steps.join('')}V${HEIGHT}Z`;
  }, [track]);
  return (
    <svg className={classes.graph} viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={line} />
    </svg>
  );
}
