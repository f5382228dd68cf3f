import { serverNowMs } from '#lib/stream/server-clock.ts';
import { formatMoment } from '#lib/moment-format.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { liveTexts } from '@trace/contract/tracking/tracking.live.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import type { ReactNode } from 'react';
import { reachOf } from '../tracking.queries.ts';
import classes from './tracking-stopped.module.css';
import type { LiveFailure, LiveSession } from './tracking-session.ts';

interface TrackingStoppedProps {
  session: LiveSession;
  device: Device;
  status: DeviceStatusView | undefined;
  isPremium: boolean;
  /** Asks a sleeping device for its position once it wakes. */
  renderAskOnWake: (device: Device) => ReactNode;
}

/**
 * Says why live tracking could not start or has ended, and offers another try (LIVE-12). A sleeping device is asked when
 * it wakes instead.
 */
export function TrackingStopped({ session, device, status, isPremium, renderAskOnWake }: TrackingStoppedProps) {
  const { phase, failure, start } = session;
  if (phase === 'tracking') return null;
  const isAsleep = status !== undefined && reachOf(status) === 'sleeping';
  const failed = failure?.serial === device.serialNumber ? failure : null;
  if (failed === null && !isAsleep) return null;
  return (
    <div className={classes.notice} data-failed={failed !== null || undefined}>
      <div>
        {failed && <Reason failure={failed} />}
        {isAsleep && <p className={classes.text}>{sleepWords(device.name, status.expectedAt)}</p>}
      </div>
      {isPremium && (isAsleep ? renderAskOnWake(device) : <TryAgain onPress={() => void start(device)} />)}
    </div>
  );
}

function Reason({ failure: { title, text } }: { failure: LiveFailure }) {
  return (
    <div role="alert">
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
    </div>
  );
}

function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button variant="default" onClick={onPress} {...button}>
          {liveTexts.tryAgain}
        </Button>
      )}
    </NeedsNetwork>
  );
}

const sleepWords = (name: string, wakesAt: string | null): string =>
  wakesAt === null
    ? trackingTexts.isAsleep(name)
    : trackingTexts.isAsleepUntil(name, formatMoment(wakesAt, serverNowMs()));
