import { PLACE_STALE_MS } from '#features/tracking/places/tracking-places-map.tsx';
import { CloseButton } from '#ui/controls/close-button.tsx';
import { Age } from '#ui/data/age.tsx';
import { Battery } from '#ui/data/battery.tsx';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { placesTexts as texts } from '@trace/contract/tracking/tracking.places.texts';
import { DirectionsLink } from '../dashboard-directions.tsx';
import { PingAction } from '../dashboard-ping-action.tsx';
import type { DashboardParts } from '../dashboard-parts.ts';
import classes from './dashboard-place-card.module.css';
import type { Places } from '../dashboard-places.ts';

export interface PlaceCardHandlers {
  follow: (device: Device) => void;
  close: () => void;
}

interface PlaceCardProps extends Pick<DashboardParts, 'devices' | 'statuses' | 'actions'> {
  serial: string;
  places: Places;
  on: PlaceCardHandlers;
}

/** The card of a device on the map: status, last place, and the next steps of its user (UDASH-11). */
export function DevicePlaceCard({ serial, devices, statuses, places, actions, on }: PlaceCardProps) {
  const device = devices.find(({ serialNumber }) => serialNumber === serial);
  const place = places.of.get(serial);
  if (!device || !place) return null;
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.name} dir="auto">
          {device.name}
        </span>
        <CloseButton size={22} label={texts.close(device.name)} onClick={on.close} />
      </div>
      <Facts status={statuses.get(serial)} place={place} />
      <div className={classes.actions}>
        <PingAction
          device={device}
          isBusy={actions.asking.has(serial)}
          isOff={actions.waits.has(serial)}
          onPing={() => actions.ping(device)}
        />
        <LiveAction device={device} onFollow={on.follow} />
        <DirectionsLink device={device} place={place} />
      </div>
    </div>
  );
}

function Facts({ status, place }: { status: DeviceStatusView | undefined; place: LastPlace }) {
  const prefix = place.source === 'ping' ? texts.lastPing : texts.position;
  return (
    <>
      <div className={classes.facts}>
        {status && <StatusBadge status={status.status} />}
        {status && status.batteryPct !== null && <Battery percent={status.batteryPct} />}
      </div>
      {status?.status === 'error' && status.lastError && <p className={classes.error}>{status.lastError}</p>}
      <p className={classes.place}>
        <Age at={place.at} prefix={prefix} staleAfterMs={PLACE_STALE_MS} />
        <Coordinates lat={place.lat} lng={place.lng} isCopyable />
      </p>
    </>
  );
}

function LiveAction({ device, onFollow }: { device: Device; onFollow: (device: Device) => void }) {
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button variant="default" aria-label={texts.liveOf(device.name)} onClick={() => onFollow(device)} {...button}>
          {texts.live}
        </Button>
      )}
    </NeedsNetwork>
  );
}
