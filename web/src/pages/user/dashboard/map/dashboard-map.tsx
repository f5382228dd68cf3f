import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { TrackingPlacesMap } from '#features/tracking/places/tracking-places-map.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { placesTexts } from '@trace/contract/tracking/tracking.places.texts';
import { useMemo, type RefObject } from 'react';
import { useChosenInView } from './dashboard-chosen-in-view.ts';
import classes from './dashboard-map.module.css';
import { DevicePlaceCard, type PlaceCardHandlers } from './dashboard-place-card.tsx';
import type { Places } from '../dashboard-places.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

interface DashboardMapProps extends DashboardParts {
  places: Places;
  chosenSerial: string;
  /** The list of devices beside the map. */
  list: RefObject<HTMLElement | null>;
  openSerial: string | null;
  onOpen: (serial: string | null) => void;
  on: PlaceCardHandlers;
}

/** The first element of the dashboard: where every device is, or was last (UDASH-11). */
export default function DashboardMap({
  places,
  chosenSerial,
  list,
  openSerial,
  onOpen,
  on,
  ...parts
}: DashboardMapProps) {
  const { devices, isPremium } = parts;
  useChosenInView(list, chosenSerial);
  const all = useMemo(() => [...places.of.values()], [places.of]);
  if (places.isLoading) return <LoadingText>{mapTexts.loading}</LoadingText>;
  if (places.hasFailed) return <Failed onRetry={places.retry} />;
  if (all.length === 0)
    return <EmptyState icon={IconMapPinOff} text={isPremium ? placesTexts.none : pingHistoryTexts.empty} />;
  const missing = devices.filter(({ serialNumber }) => !places.of.has(serialNumber));
  return (
    <>
      <div className={classes.map}>
        <TrackingPlacesMap
          devices={devices}
          places={all}
          chosenSerial={chosenSerial}
          onOpen={onOpen}
          renderCard={(serial) =>
            serial === openSerial && <DevicePlaceCard serial={serial} places={places} on={on} {...parts} />
          }
          renderMap={(map) => <MapsFrame {...map} />}
        />
      </div>
      {missing.length > 0 && <p className={classes.missing}>{placesTexts.missing(namesOf(missing))}</p>}
    </>
  );
}

const MOST_NAMED = 5;

function namesOf(devices: readonly Device[]): string {
  const names = devices.slice(0, MOST_NAMED).map(({ name }) => name);
  return [...names, ...(devices.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={IconMapPinOff}
      text={placesTexts.loadFailed}
      action={<Button onClick={onRetry}>{devicesTexts.tryAgain}</Button>}
    />
  );
}
