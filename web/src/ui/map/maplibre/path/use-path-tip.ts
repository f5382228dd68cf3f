import type { Map as LibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { ProviderProps, TimedPoint } from '../../map.types.ts';
import { flattenPath, nearestPoint } from '../../path/nearest-point.ts';
import type { PathModel } from '../../path/path-model.ts';
import { inNextFrame } from '../next-frame.ts';
import { lanePxAt } from './path-layer.ts';
import { createPathTip, type PathTip } from './path-tip.ts';
import type { ReadyMap } from '../use-maplibre.ts';

/** A fingertip is wider than a line. */
const REACH_PX = 16;

/** Shows the words of the point of the path under the pointer or the touch, else of the chosen point (PATH-04). */
export function usePathTip(ready: ReadyMap | null, path: PathModel, props: ProviderProps): void {
  const { pathWords, chosenPoint = null } = props;
  const map = ready?.map;
  const tip = useRef<PathTip | null>(null);
  const flat = useMemo(() => flattenPath(path), [path]);

  const show = (point: TimedPoint | null) => {
    if (point && pathWords) tip.current?.show(point, pathWords(point));
    else tip.current?.hide();
  };
  const showChosen = useEffectEvent(() => show(chosenPoint));
  const point = useEffectEvent((event: MapMouseEvent) => {
    const index = pathWords ? nearestPoint(flat, event.point, viewOf(event.target), reachAt(event.target)) : null;
    show(index === null ? chosenPoint : (path.way.points[index] ?? null));
  });

  useEffect(() => {
    if (!map) return undefined;
    tip.current = createPathTip(map);
    showChosen();
    let skip = () => {};
    const onPoint = (event: MapMouseEvent) => {
      skip();
      skip = inNextFrame(() => point(event));
    };
    const onLeave = () => {
      skip();
      showChosen();
    };
    map.on('mousemove', onPoint);
    map.on('click', onPoint);
    map.on('mouseout', onLeave);
    return () => {
      skip();
      map.off('mousemove', onPoint);
      map.off('click', onPoint);
      map.off('mouseout', onLeave);
      tip.current?.remove();
      tip.current = null;
    };
  }, [map]);

  useEffect(() => showChosen(), [map, chosenPoint, pathWords, path]);
}

function viewOf(map: LibreMap) {
  const { clientWidth: widthPx, clientHeight: heightPx } = map.getContainer();
  return { centre: map.getCenter(), zoom: map.getZoom(), widthPx, heightPx };
}

const reachAt = (map: LibreMap) => ({ lanePx: lanePxAt(map.getZoom()), reachPx: REACH_PX });
