import 'maplibre-gl/dist/maplibre-gl.css';
import { AttributionControl, Map as LibreMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { BaseMap } from '../basemap/base-map.ts';
import type { LngLat } from '../map.types.ts';
import { coverMap } from './cover.ts';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { repaint } from './repaint.ts';

setWorkerUrl(workerUrl);

/** A narrower map has no room for zoom buttons beside a popup in its upper half. */
const WIDE_FROM_PX = 480;

/** The map with a loaded style. A new object after each change of style, because that takes our layers away. */
export interface ReadyMap {
  map: LibreMap;
  base: BaseMap['kind'];
  /** The base map whose style has loaded. While the next style loads, layers cannot be added. */
  loaded: BaseMap;
}

interface View {
  label: string;
  centre: LngLat;
  zoom: number;
}

/**
 * Creates the map inside `place`. Each later base map changes the style. `onIncomplete`: a part of the shipped map could
 * not be loaded before the map was first drawn. `onIncomplete` must be stable.
 */
export function useMapLibre(
  place: RefObject<HTMLElement | null>,
  base: BaseMap,
  view: View,
  onIncomplete: (isIncomplete: true) => void,
): ReadyMap | null {
  const [map, setMap] = useState<LibreMap | null>(null);
  const [ready, setReady] = useState<ReadyMap | null>(null);
  const firstView = useRef(view);
  const shown = useRef<BaseMap | null>(null);

  useEffect(() => {
    if (!place.current) return undefined;
    const created = createMap(place.current, firstView.current);
    setMap(created);
    return () => {
      shown.current = null;
      setReady(null);
      setMap(null);
      created.remove();
    };
  }, [place]);

  useEffect(() => {
    // The library reads the label once, at creation. The displayed device can change later.
    map?.getCanvas().setAttribute('aria-label', view.label);
  }, [map, view.label]);

  useEffect(() => {
    if (!map) return undefined;
    const markReady = () => {
      shown.current = base;
      setReady({ map, base: base.kind, loaded: base });
    };
    const last = shown.current;
    if (last && hasSameLayers(last, base)) {
      repaint(map, base.style.layers);
      markReady();
      return undefined;
    }
    // Later a missing tile leaves a gap at the edge, and the rest of the map stays useful.
    const noteError = () => onIncomplete(true);
    const stopWatching = () => void map.off('error', noteError);
    if (base.kind === 'built-in') map.on('error', noteError);
    map.once('idle', stopWatching);
    // A picture in the colours of the other theme would look as if the change had not worked.
    const uncover = last?.theme === base.theme ? coverMap(map) : undefined;
    shown.current = null;
    map.once('style.load', markReady);
    map.setStyle(base.style, { diff: false });
    return () => {
      map.off('style.load', markReady);
      map.off('idle', stopWatching);
      stopWatching();
      uncover?.();
    };
  }, [map, base, onIncomplete]);

  return ready;
}

/** Maps of one source that the product draws itself differ in their colours only. */
function hasSameLayers(one: BaseMap, other: BaseMap): boolean {
  if (one.kind !== other.kind || one.kind === 'style') return false;
  return one.kind === 'built-in' || JSON.stringify(one.style.sources) === JSON.stringify(other.style.sources);
}

function createMap(container: HTMLElement, { label, centre, zoom }: View): LibreMap {
  const map = new LibreMap({
    container,
    center: [centre.lng, centre.lat],
    zoom,
    attributionControl: false,
    // North stays up. A rotated map is hard to read, and a glance would look for live markers in the wrong place.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 150,
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }));
  const isWide = container.clientWidth >= WIDE_FROM_PX;
  map.addControl(new NavigationControl({ showCompass: false }), isWide ? 'top-right' : 'bottom-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  return map;
}
