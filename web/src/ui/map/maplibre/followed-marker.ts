import { Marker, type Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import classes from '../live-dot.module.css';
import { showHeading } from '../live-dot.ts';
import type { LiveMarker, LngLat } from '../map.types.ts';

export interface FollowedMarker {
  show: (marker: Pick<LiveMarker, 'id' | 'label' | 'isStale' | 'headingDeg'>) => void;
  moveTo: (place: LngLat) => void;
  remove: Stop;
}

/**
 * Creates the followed marker. The marker is an element, so that the marker can pulse and a screen reader can read the
 * label.
 */
export function createFollowedMarker(map: LibreMap): FollowedMarker {
  const element = document.createElement('div');
  element.className = classes.dot ?? '';
  element.setAttribute('role', 'img');
  const marker = new Marker({ element });
  let isAdded = false;
  return {
    show({ id, label, isStale, headingDeg = null }) {
      element.dataset['liveId'] = id;
      element.setAttribute('aria-label', label);
      element.toggleAttribute('data-stale', isStale ?? false);
      showHeading(element, headingDeg);
    },
    moveTo({ lng, lat }) {
      marker.setLngLat([lng, lat]);
      element.dataset['lat'] = lat.toFixed(6);
      element.dataset['lng'] = lng.toFixed(6);
      if (!isAdded) marker.addTo(map);
      isAdded = true;
    },
    remove: () => {
      marker.remove();
    },
  };
}
