import type { Map as LibreMap, MapEventType } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';

/** Calls `onMove` after the person has moved the map. `isPan`: at the same zoom, so to look at another place. */
export function watchOwnMoves(map: LibreMap, onMove: (isPan: boolean) => void): Stop {
  let startZoom = map.getZoom();
  const noteStart = () => {
    startZoom = map.getZoom();
  };
  // Only a move by the person has an event of its own.
  const noteEnd = ({ originalEvent }: MapEventType['moveend']) => {
    if (originalEvent) onMove(map.getZoom() === startZoom);
  };
  map.on('movestart', noteStart);
  map.on('moveend', noteEnd);
  return () => {
    map.off('movestart', noteStart);
    map.off('moveend', noteEnd);
  };
}
