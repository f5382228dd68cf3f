import { Age } from '#ui/data/age.tsx';
import { AsOf } from '#ui/layout/as-of.tsx';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { Badge } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusTexts, statusLabel } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { TrackingLiveMark } from './tracking-live-mark.tsx';
import classes from './tracking-status-row.module.css';
import type { PositionLog } from '../motion/tracking-position-log.ts';
import { reachOf } from '../tracking.queries.ts';

interface StatusRowProps {
  device: Device;
  status: DeviceStatusView | undefined;
  isLive: boolean;
  isPaused: boolean;
  log: PositionLog;
  lastPlace: LastPlace | undefined;
}

const SEEN_STALE_MS = 3 * MINUTE_MS;

/**
 * Shows below the map: the device, its reachability, whether the device is followed, and its position. Age and motion of
 * the position are on the map.
 */
export function TrackingStatusRow({ device, status, isLive, isPaused, log, lastPlace }: StatusRowProps) {
  const last = log.fixed.at(-1) ?? lastPlace;
  return (
    <div className={classes.row}>
      <span className={classes.name} dir="auto">
        {device.name}
      </span>
      {status && <ReachBadge status={status} isPaused={isPaused} />}
      {isLive && <TrackingLiveMark isPaused={isPaused} />}
      <span className={classes.seen}>
        {status?.lastSeen ? (
          <Age at={status.lastSeen} prefix={trackingTexts.lastSeen} staleAfterMs={SEEN_STALE_MS} />
        ) : (
          `${trackingTexts.lastSeen}: ${deviceStatusTexts.neverSeen}`
        )}
      </span>
      {last && (
        <span className={classes.position}>
          <Coordinates lat={last.lat} lng={last.lng} isCopyable />
        </span>
      )}
    </div>
  );
}

/** Shows one word for each kind of reachability. */
function ReachBadge({ status, isPaused }: { status: DeviceStatusView; isPaused: boolean }) {
  const reach = reachOf(status);
  return (
    <>
      <Badge color={reach === 'online' && !isPaused ? 'green' : 'gray'}>{statusLabel[reach]}</Badge>
      <AsOf isShort />
    </>
  );
}
