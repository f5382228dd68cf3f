import { formatExact } from '#lib/format.ts';
import { Coordinates } from '#ui/coordinates.tsx';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import classes from './ping-popup.module.css';

/** Name, serial, time and coordinates of one ping, above its place on the map (PING-07). */
export function PingPopup({ location }: { location: PingLocation }) {
  return (
    <div className={classes.popup}>
      <p className={classes.name}>
        {location.deviceName} <span className={classes.serial}>{location.serialNumber}</span>
      </p>
      <time dateTime={location.at}>{formatExact(location.at)}</time>
      <Coordinates lat={location.lat} lng={location.lng} />
    </div>
  );
}
