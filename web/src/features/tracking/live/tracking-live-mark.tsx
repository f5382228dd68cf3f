import { IconPlayerPause, IconRadar2 } from '@tabler/icons-react';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import classes from './tracking-live-mark.module.css';

/** Shows that the device is followed, or that live tracking is paused because no positions arrive. */
export function TrackingLiveMark({ isPaused }: { isPaused: boolean }) {
  const Icon = isPaused ? IconPlayerPause : IconRadar2;
  return (
    <span className={classes.mark} data-paused={isPaused || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" /> {isPaused ? trackingTexts.livePaused : trackingTexts.active}
    </span>
  );
}
