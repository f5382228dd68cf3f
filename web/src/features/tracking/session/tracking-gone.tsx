import { Card } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import { goneWords } from './tracking-session.ts';
import classes from './tracking-stopped.module.css';

/** Says that the followed device was removed. Its place is no longer shown (LIVE-12). */
export function TrackingGone({ device }: { device: Device }) {
  return (
    <Card padding={0}>
      <p role="alert" className={classes.gone}>
        {goneWords(device)}
      </p>
    </Card>
  );
}
