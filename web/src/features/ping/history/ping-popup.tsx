import { formatExact } from '#lib/format.ts';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { Badge } from '@mantine/core';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import classes from './ping-popup.module.css';

interface PingPopupProps {
  location: PingLocation;
  isLatest: boolean;
}

/**
 * Shows name, serial, time and coordinates of one ping above its position on the map (PING-07). The newest ping has a
 * badge (PING-03).
 */
export function PingPopup({ location, isLatest }: PingPopupProps) {
  return (
    <div className={classes.popup}>
      <p className={classes.name}>
        {location.deviceName} <span className={classes.serial}>{location.serialNumber}</span>
      </p>
      <div className={classes.time}>
        <time dateTime={location.at}>{formatExact(location.at)}</time>
        {isLatest && (
          <Badge color="green" size="sm">
            {pingHistoryTexts.latest}
          </Badge>
        )}
      </div>
      <Coordinates lat={location.lat} lng={location.lng} />
    </div>
  );
}
