import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import classes from './tracking-stopped.module.css';
import type { LiveSession } from './tracking-session.ts';

interface TrackingStoppedProps {
  session: Pick<LiveSession, 'failure' | 'start'>;
  device: Device | null;
  isPremium: boolean;
}

/** Says why live tracking could not start or has ended, and offers another try (LIVE-12). */
export function TrackingStopped({ session: { failure, start }, device, isPremium }: TrackingStoppedProps) {
  if (failure === null || failure.serial !== device?.serialNumber) return null;
  return (
    <div role="alert" className={classes.notice}>
      <div>
        <p className={classes.title}>{trackingTexts.failedTitle}</p>
        <p className={classes.text}>{failure.text}</p>
      </div>
      {isPremium && (
        <NeedsNetwork isTight>
          {(button) => (
            <Button variant="default" size="compact-md" onClick={() => void start(device)} {...button}>
              {devicesTexts.tryAgain}
            </Button>
          )}
        </NeedsNetwork>
      )}
    </div>
  );
}
