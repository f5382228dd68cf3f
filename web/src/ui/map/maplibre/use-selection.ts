import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { ProviderProps } from '../map.types.ts';
import type { LiveLayer } from './live-layer.ts';
import { stretchAt } from './path/path-layer.ts';
import { pointAt } from './points-layer.ts';
import type { ReadyMap } from './use-maplibre.ts';
import { keepInView } from './view-moves.ts';

const MOVE_MS = 300;

/** Reports clicks on the map as selections, and moves the view to a point that was selected elsewhere. */
export function useSelection(
  ready: ReadyMap | null,
  props: ProviderProps,
  liveLayer: RefObject<LiveLayer | null>,
  isStill: boolean,
): void {
  const { points = [], live = [], selectedId = null, onSelect } = props;
  const map = ready?.map;

  const hitAt = ({ point }: MapMouseEvent) =>
    liveLayer.current?.markerAt(point) ?? (map ? (pointAt(map, points, point) ?? stretchAt(map, point)) : null);
  const select = useEffectEvent((event: MapMouseEvent) => onSelect?.(hitAt(event)));
  const hint = useEffectEvent((event: MapMouseEvent) => {
    event.target.getCanvas().style.cursor = onSelect && hitAt(event) ? 'pointer' : '';
  });

  useEffect(() => {
    if (!map) return undefined;
    const onClick = (event: MapMouseEvent) => select(event);
    const onMove = (event: MapMouseEvent) => hint(event);
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
    };
  }, [map]);

  const selected = [...points, ...live].find(({ id }) => id === selectedId);
  const { lng, lat } = selected ?? {};
  useEffect(() => {
    if (!map || lng === undefined || lat === undefined) return;
    keepInView(map, { lng, lat }, isStill ? 0 : MOVE_MS);
  }, [map, lng, lat, isStill]);
}
