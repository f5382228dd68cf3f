import { Badge } from '@mantine/core';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import classes from './tracking-live-badge.module.css';

/** The LIVE badge over the map, or PAUSED while no position arrives (LIVE-01). */
export function TrackingLiveBadge({ isPaused }: { isPaused: boolean }) {
  return (
    <Badge variant="filled" color={isPaused ? 'gray.7' : 'red'} size="lg" className={classes.badge ?? ''}>
      {isPaused ? trackingTexts.paused : trackingTexts.live}
    </Badge>
  );
}
