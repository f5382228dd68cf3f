import { useNow } from '#lib/now.ts';
import type { LiveMarker, MapViewProps } from '#ui/map/map.types.ts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { placesTexts } from '@trace/contract/tracking/tracking.places.texts';
import { useMemo, type ReactNode } from 'react';

/** An older position is drawn grey. */
export const PLACE_STALE_MS = HOUR_MS;
/** A device that moves reports every 10 s: a glide of this length looks like driving. */
const GLIDE_MS = 1_500;

interface PlacesMapProps {
  devices: readonly Device[];
  places: readonly LastPlace[];
  /** The device that the map keeps in view. */
  chosenSerial: string;
  onOpen: (serial: string | null) => void;
  renderCard: (serial: string) => ReactNode;
  renderMap: (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;
}

/** All devices on one map (UDASH-11). A tap on a device opens its card. */
export function TrackingPlacesMap({ devices, places, chosenSerial, onOpen, renderCard, renderMap }: PlacesMapProps) {
  const live = useMarkers(devices, places);
  return renderMap({
    label: placesTexts.mapLabel,
    live,
    selectedId: chosenSerial,
    onSelect: onOpen,
    renderPopup: renderCard,
    // The view fits all devices again when one appears, and stays when one moves.
    fitKey: live.map(({ id }) => id).join(),
    zoom: defaultZoom,
  });
}

/** Returns the same array until a device moves or its position becomes stale: a new array starts new glides. */
function useMarkers(devices: readonly Device[], places: readonly LastPlace[]): readonly LiveMarker[] {
  const nowMs = useNow('halfMinute');
  const stale = places.filter(({ at }) => nowMs - Date.parse(at) > PLACE_STALE_MS);
  const staleKey = stale.map(({ serialNumber }) => serialNumber).join();
  return useMemo(() => {
    const staleSerials = new Set(staleKey.split(','));
    return devices.flatMap(({ serialNumber, name }) => {
      const place = places.find((each) => each.serialNumber === serialNumber);
      if (!place) return [];
      const { lat, lng } = place;
      const isStale = staleSerials.has(serialNumber);
      return [{ id: serialNumber, label: name, lat, lng, glideMs: GLIDE_MS, isStale, isNamed: true }];
    });
  }, [devices, places, staleKey]);
}
