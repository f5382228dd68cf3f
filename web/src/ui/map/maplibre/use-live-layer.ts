import { useEffect, useRef, type RefObject } from 'react';
import type { Follow, LiveMarker } from '../map.types.ts';
import { createLiveLayer, type LiveLayer } from './live-layer.ts';
import type { ReadyMap } from './use-maplibre.ts';

/** Keeps the live markers on the map. The markers lie above the style and survive a change of style. */
export function useLiveLayer(
  ready: ReadyMap | null,
  live: readonly LiveMarker[],
  { followedId, isAway, isStill }: Follow,
): RefObject<LiveLayer | null> {
  const layer = useRef<LiveLayer | null>(null);
  const map = ready?.map;

  useEffect(() => {
    if (!map) return undefined;
    const created = createLiveLayer(map);
    layer.current = created;
    return () => {
      layer.current = null;
      created.remove();
    };
  }, [map]);

  useEffect(() => {
    layer.current?.show(live, { followedId, isAway, isStill });
  }, [map, live, followedId, isAway, isStill]);

  return layer;
}
