import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStopFilled } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useId } from 'react';
import classes from './tracking-start-stop.module.css';
import type { LiveSession } from './tracking-session.ts';

interface StartStopProps {
  session: LiveSession;
  device: Device | null;
}

/** Starts and stops live tracking. On a phone within reach of the thumb, at the bottom edge. */
export function TrackingStartStop({ session, device }: StartStopProps) {
  return (
    <div className={classes.place}>
      {session.phase !== 'stopped' ? (
        <Button
          variant="light"
          color="red"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={session.stop}
          className={classes.button ?? ''}
        >
          {trackingTexts.stop}
        </Button>
      ) : (
        <StartButton session={session} device={device} />
      )}
    </div>
  );
}

function StartButton({ session, device }: StartStopProps) {
  const reasonId = useId();
  const look = { leftSection: <IconPlayerPlay size={17} stroke={1.8} />, className: classes.button ?? '' };
  if (device === null) {
    return (
      <>
        <p id={reasonId} className={classes.reason}>
          <strong>{trackingTexts.noDeviceTitle}</strong> {trackingTexts.noDeviceText}
        </p>
        <Button disabled aria-describedby={reasonId} {...look}>
          {trackingTexts.start}
        </Button>
      </>
    );
  }
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button onClick={() => void session.start(device)} {...look} {...button}>
          {trackingTexts.start}
        </Button>
      )}
    </NeedsNetwork>
  );
}
