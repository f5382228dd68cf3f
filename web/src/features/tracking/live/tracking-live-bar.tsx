import type { Instant } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { Battery } from '#ui/data/battery.tsx';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import type { ReactNode } from 'react';
import classes from './tracking-live-bar.module.css';
import { LIVE_STALE_MS } from './tracking-live-map.tsx';
import { TrackingMotion } from '../motion/tracking-motion-text.tsx';
import type { PositionLog } from '../motion/tracking-position-log.ts';

interface LiveBarProps {
  /** The mark of live tracking while the device is followed. */
  mark: ReactNode;
  lastAt: Instant | undefined;
  log: PositionLog;
  status: DeviceStatusView | undefined;
}

/** The state of the device on the map, in sight while a row below the map is not. */
export function TrackingLiveBar({ mark, lastAt, log, status }: LiveBarProps) {
  return (
    <div className={classes.bar}>
      {mark}
      {lastAt === undefined ? (
        <span>{`${trackingTexts.lastUpdate}: ${trackingTexts.dash}`}</span>
      ) : (
        <Age at={lastAt} prefix={`${trackingTexts.lastUpdate}:`} staleAfterMs={LIVE_STALE_MS} />
      )}
      <TrackingMotion log={log} />
      {status && status.batteryPct !== null && <Battery percent={status.batteryPct} />}
    </div>
  );
}
