import { Age } from '#ui/age.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { LoadingText } from '#ui/loading-text.tsx';
import { CloseButton, Modal } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useEffect } from 'react';
import classes from './tracking-dialog.module.css';
import { LIVE_STALE_MS, TrackingLiveMap, type RenderMap } from './tracking-live-map.tsx';
import { useLivePositions } from './tracking-positions.ts';
import { useLiveSession } from './tracking-session.ts';

interface TrackingDialogProps {
  device: Device;
  onClose: () => void;
  renderMap: RenderMap;
}

/** The live view over the page (LIVE-06): it follows from the moment it opens until it is closed. */
export default function TrackingDialog({ device, onClose, renderMap }: TrackingDialogProps) {
  const { phase, start } = useLiveSession();
  const log = useLivePositions(phase === 'stopped' ? null : device.serialNumber, trackingRules.dialogPollMs);
  const isPhone = useIsPhone();
  const last = log.fixed.at(-1);

  useEffect(() => void start(device), [start, device]);

  return (
    <Modal.Root opened onClose={onClose} size={880} radius="lg" centered fullScreen={isPhone}>
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''}>
        <div className={classes.head}>
          <div>
            <Modal.Title className={classes.title ?? ''}>
              {device.name} <span className={classes.serial}>{device.serialNumber}</span>
            </Modal.Title>
            <p className={classes.line}>
              {phase === 'tracking' && (
                <span className={classes.mark}>
                  <IconRadar2 size={16} stroke={1.8} aria-hidden="true" /> {trackingTexts.active}
                </span>
              )}
              <span>
                {last ? (
                  <Age at={last.at} prefix={`${trackingTexts.lastUpdate}:`} staleAfterMs={LIVE_STALE_MS} />
                ) : (
                  `${trackingTexts.lastUpdate}: ${trackingTexts.dash}`
                )}
              </span>
            </p>
          </div>
          <CloseButton size="lg" aria-label={trackingTexts.close} onClick={onClose} data-autofocus />
        </div>
        <div className={classes.body}>
          <TrackingLiveMap
            view="dialog"
            device={device}
            log={log}
            isLive={phase === 'tracking'}
            path={null}
            renderMap={renderMap}
          />
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
