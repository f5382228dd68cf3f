import type { Instant } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { CloseButton, Modal } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useEffect } from 'react';
import classes from './tracking-dialog.module.css';
import { LIVE_STALE_MS, TrackingLiveMap, type RenderMap } from './live/tracking-live-map.tsx';
import { TrackingLiveMark } from './live/tracking-live-mark.tsx';
import { useIsLivePaused } from './live/tracking-paused.ts';
import { TrackingStopped } from './live/tracking-stopped.tsx';
import { useLastPlaceOf } from './places/tracking.places.queries.ts';
import { useLivePositions } from './live/tracking-positions.ts';
import { goneWords, listed, useLiveSession, type LiveSessionParts } from './live/tracking-session.ts';

interface TrackingDialogProps extends LiveSessionParts {
  /** The device as of opening the view. Only this device is followed. */
  device: Device;
  onClose: () => void;
  renderMap: RenderMap;
}

/**
 * The live view over the page (LIVE-06). Follows the device from opening until closing, or until the device no longer
 * belongs to the user, and then says so.
 */
export default function TrackingDialog({ device: opened, onClose, renderMap, ...parts }: TrackingDialogProps) {
  const session = useLiveSession(parts);
  const { phase, gone, start } = session;
  const device = listed(parts.devices, opened) ?? opened;
  const log = useLivePositions(phase === 'stopped' ? null : device.serialNumber, trackingRules.dialogPollMs);
  const isPaused = useIsLivePaused();
  const lastPlace = useLastPlaceOf(device.serialNumber);
  const isPhone = useIsPhone();
  useFocusBack();

  useEffect(() => void start(opened), [start, opened]);

  return (
    <Modal.Root opened onClose={onClose} size={880} radius="lg" centered fullScreen={isPhone}>
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''}>
        <div className={classes.head}>
          <div>
            <Modal.Title className={classes.title ?? ''}>
              {device.name} <span className={classes.serial}>{device.serialNumber}</span>
            </Modal.Title>
            {!gone && (
              <LiveLine
                isLive={phase === 'tracking'}
                isPaused={isPaused}
                lastAt={log.fixed.at(-1)?.at ?? lastPlace?.at}
              />
            )}
          </div>
          <CloseButton size="lg" aria-label={trackingTexts.close} onClick={onClose} data-autofocus />
        </div>
        <TrackingStopped session={session} device={device} isPremium={parts.isPremium} />
        <div className={classes.body}>
          {gone ? (
            <div role="alert">
              <EmptyState icon={IconMapPinOff} text={goneWords(gone)} />
            </div>
          ) : (
            <TrackingLiveMap
              view="dialog"
              device={device}
              log={log}
              isLive={phase === 'tracking'}
              isPaused={isPaused}
              lastPlace={lastPlace}
              path={null}
              renderMap={renderMap}
            />
          )}
          {phase === 'starting' && (
            <div className={classes.overlay}>
              <LoadingText>{trackingTexts.loadingLiveMap}</LoadingText>
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface LiveLineProps {
  isLive: boolean;
  isPaused: boolean;
  lastAt: Instant | undefined;
}

function LiveLine({ isLive, isPaused, lastAt }: LiveLineProps) {
  return (
    <p className={classes.line}>
      <span role="status">{isLive && <TrackingLiveMark isPaused={isPaused} />}</span>
      <span>
        {lastAt !== undefined ? (
          <Age at={lastAt} prefix={`${trackingTexts.lastUpdate}:`} staleAfterMs={LIVE_STALE_MS} />
        ) : (
          `${trackingTexts.lastUpdate}: ${trackingTexts.dash}`
        )}
      </span>
    </p>
  );
}
