import { useEffect } from 'react';
import type { MapPlayer } from '../../map.types.ts';
import { createFollowedMarker } from '../followed-marker.ts';
import type { ReadyMap } from '../use-maplibre.ts';
import { keepInView } from '../view-moves.ts';

const MOVE_MS = 300;

/** Shows the playback marker and moves the marker with each step. */
export function usePlayer(ready: ReadyMap | null, player: MapPlayer | null, isStill: boolean): void {
  const map = ready?.map;
  useEffect(() => {
    if (!map || !player) return undefined;
    const marker = createFollowedMarker(map);
    marker.show({ id: 'player', label: player.label });
    const start = player.place();
    if (start) marker.moveTo(start);
    const stop = player.subscribe(() => {
      const place = player.place();
      if (!place) return;
      marker.moveTo(place);
      keepInView(map, place, isStill ? 0 : MOVE_MS);
    });
    return () => {
      stop();
      marker.remove();
    };
  }, [map, player, isStill]);
}
