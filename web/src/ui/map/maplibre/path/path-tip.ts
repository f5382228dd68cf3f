import { Marker, Popup, type Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import type { LngLat } from '../../map.types.ts';
import classes from '../../path/path-tip.module.css';

export interface PathTip {
  show: (place: LngLat, words: string) => void;
  hide: () => void;
  remove: Stop;
}

const OFFSET_PX = 12;

/** Creates a ring on the path with words beside it. */
export function createPathTip(map: LibreMap): PathTip {
  const element = document.createElement('div');
  element.className = classes.ring ?? '';
  const ring = new Marker({ element });
  const bubble = new Popup({
    className: classes.tip ?? '',
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    offset: OFFSET_PX,
  });
  const hide = () => {
    ring.remove();
    bubble.remove();
  };
  return {
    show({ lng, lat }, words) {
      ring.setLngLat([lng, lat]).addTo(map);
      bubble.setLngLat([lng, lat]).setText(words);
      if (!bubble.isOpen()) bubble.addTo(map);
    },
    hide,
    remove: hide,
  };
}
