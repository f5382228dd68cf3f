import type { Instant } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { CloseButton, Modal } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useEffect, type ReactNode } from 'react';
import classes from './tracking-dialog.module.css';
import type { KnownPlace } from './live/tracking-known-place.ts';
import { TrackingLiveBar } from './live/tracking-live-bar.tsx';
import { LIVE_STALE_MS, TrackingLiveMap, type RenderMap } from './live/tracking-live-map.tsx';
import { TrackingLiveMark } from './live/tracking-live-mark.tsx';
import { TrackingMotion } from './motion/tracking-motion-text.tsx';
import { useIsLivePaused } from './motion/tracking-paused.ts';
import { TrackingStopped } from './session/tracking-stopped.tsx';
import type { PositionLog } from './motion/tracking-position-log.ts';
import { useLivePositions } from './motion/tracking-positions.ts';
import { goneWords, listed, useLiveSession, type LiveSessionParts } from './session/tracking-session.ts';

interface TrackingDialogProps extends LiveSessionParts {
  /** The device as of opening the view. Only this device is followed. */
  device: Device;
  statuses: ReadonlyMap<string, DeviceStatusView>;
  place: KnownPlace;
  onClose: () => void;
  renderMap: RenderMap;
  renderAskOnWake: (device: Device) => ReactNode;
}

/**
 * The live view over the page (LIVE-06). Follows the device from opening until closing, or until the device no longer
 * belongs to the user, and then says so.
 */
export default function TrackingDialog({ device: opened, onClose, ...view }: TrackingDialogProps) {
  const session = useLiveSession(view);
  const { phase, gone, start } = session;
  const device = listed(view.devices, opened) ?? opened;
  const log = useLivePositions(phase === 'stopped' ? null : device.serialNumber, trackingRules.dialogPollMs);
  const isPaused = useIsLivePaused();
  const isPhone = useIsPhone();
  const status = view.statuses.get(device.serialNumber);
  const lastAt = log.fixed.at(-1)?.at ?? view.place.last?.at;
  const mark = <span role="status">{phase === 'tracking' && <TrackingLiveMark isPaused={isPaused} />}</span>;
  useFocusBack();

  useEffect(() => void start(opened), [start, opened]);

  return (
    <Modal.Root opened onClose={onClose} size={880} radius="lg" centered fullScreen={isPhone}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.content}>
          <div className={classes.head}>
            <div>
              <Modal.Title className={classes.title ?? ''}>
                {device.name} <span className={classes.serial}>{device.serialNumber}</span>
              </Modal.Title>
              {!gone && !isPhone && <LiveLine mark={mark} log={log} lastAt={lastAt} />}
            </div>
            <CloseButton size={44} aria-label={trackingTexts.close} onClick={onClose} data-autofocus />
          </div>
          {!gone && (
            <div className={classes.stopped}>
              <TrackingStopped
                session={session}
                device={device}
                status={status}
                isPremium={view.isPremium}
                renderAskOnWake={view.renderAskOnWake}
              />
            </div>
          )}
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
                place={view.place}
                path={null}
                mark={isPhone && <TrackingLiveBar mark={mark} lastAt={lastAt} log={log} status={status} />}
                renderMap={view.renderMap}
              />
            )}
            {phase === 'starting' && (
              <div className={classes.overlay}>
                <LoadingText>{trackingTexts.loadingLiveMap}</LoadingText>
              </div>
            )}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface LiveLineProps {
  mark: ReactNode;
  log: PositionLog;
  lastAt: Instant | undefined;
}

function LiveLine({ mark, log, lastAt }: LiveLineProps) {
  return (
    <p className={classes.line}>
      {mark}
      <span>
        {lastAt !== undefined ? (
          <Age at={lastAt} prefix={`${trackingTexts.lastUpdate}:`} staleAfterMs={LIVE_STALE_MS} />
        ) : (
          `${trackingTexts.lastUpdate}: ${trackingTexts.dash}`
        )}
      </span>
      <TrackingMotion log={log} />
    </p>
  );
}
