import type { Feature, FeatureCollection, LineString } from 'geojson';
import type { GeoJSONSource, LineLayerSpecification, Map as LibreMap, MapSourceDataEvent } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { faintColor, gapColor, pathCasingColor, pointColors } from '../map-colors.ts';
import type { LngLat, MapTheme, PathSegment } from '../map.types.ts';
import { POINTS_LAYER } from './points-layer.ts';
import { repaint } from './repaint.ts';

const SOURCE = 'trace-path';
const COLOR_STEPS = 24;

/** A fingertip is wider than a line. */
const REACH_PX = 8;

interface Stretch {
  isGap: boolean;
  isFaint: boolean;
  id: string | null;
  /** 0 at the start of the whole path, 1 at the end. */
  progress: number;
}

/** Draws the path from start green through amber to end red; gaps are grey and dashed. */
export function drawPath(map: LibreMap, segments: readonly PathSegment[], theme: MapTheme): void {
  const data = pathFeatures(segments);
  const source = map.getSource<GeoJSONSource>(SOURCE);
  const layers = pathLayers(theme);
  if (source) {
    void source.setData(data);
    repaint(map, layers);
    return;
  }
  map.addSource(SOURCE, { type: 'geojson', data });
  // Dots lie on the line, whichever was drawn first.
  const dots = map.getLayer(POINTS_LAYER) && POINTS_LAYER;
  for (const layer of layers) map.addLayer(layer, dots);
}

function pathLayers(theme: MapTheme): LineLayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const { start, point, end } = pointColors;
  return [
    {
      id: `${SOURCE}-casing`,
      type: 'line',
      source: SOURCE,
      filter: ['!', ['get', 'isGap']],
      layout: round,
      paint: { 'line-color': pathCasingColor[theme], 'line-width': 7 },
    },
    {
      id: `${SOURCE}-gap`,
      type: 'line',
      source: SOURCE,
      filter: ['get', 'isGap'],
      paint: { 'line-color': gapColor[theme], 'line-width': 2.5, 'line-dasharray': [2, 2] },
    },
    {
      id: `${SOURCE}-line`,
      type: 'line',
      source: SOURCE,
      filter: ['!', ['get', 'isGap']],
      layout: { ...round, 'line-sort-key': ['case', ['get', 'isFaint'], 0, 1] },
      paint: {
        'line-width': 4,
        'line-color': [
          'case',
          ['get', 'isFaint'],
          faintColor[theme],
          ['interpolate', ['linear'], ['get', 'progress'], 0, start, 0.5, point, 1, end],
        ],
      },
    },
  ];
}

/** Tells once when the line that was given last stands on the map. */
export function whenPathDrawn(map: LibreMap, onDrawn: () => void): Stop {
  const look = ({ sourceId, isSourceLoaded }: MapSourceDataEvent) => {
    if (sourceId !== SOURCE || !isSourceLoaded) return;
    map.off('sourcedata', look);
    map.once('render', onDrawn);
    map.triggerRepaint();
  };
  map.on('sourcedata', look);
  return () => {
    map.off('sourcedata', look);
    map.off('render', onDrawn);
  };
}

/** Returns the selectable stretch at a click, or null. */
export function stretchAt(map: LibreMap, { x, y }: { x: number; y: number }): string | null {
  const layers = [`${SOURCE}-line`, `${SOURCE}-gap`].filter((layer) => map.getLayer(layer));
  if (layers.length === 0) return null;
  const around: [[number, number], [number, number]] = [
    [x - REACH_PX, y - REACH_PX],
    [x + REACH_PX, y + REACH_PX],
  ];
  const found = map.queryRenderedFeatures(around, { layers }).find(({ properties }) => properties['id']);
  return (found?.properties['id'] as string | undefined) ?? null;
}

/** Cuts lines into pieces of a single colour. A line gradient would restart in every segment and cannot be dashed. */
export function pathFeatures(segments: readonly PathSegment[]): FeatureCollection<LineString, Stretch> {
  const total = segments.reduce((sum, { points }) => sum + points.length - 1, 0);
  const features: Feature<LineString, Stretch>[] = [];
  let done = 0;
  for (const { points, isGap, isFaint = false, id = null } of segments) {
    const size = isGap ? points.length : Math.max(1, Math.ceil(total / COLOR_STEPS));
    for (let from = 0; from < points.length - 1; from += size) {
      const piece = points.slice(from, from + size + 1);
      const middle = done + from + (piece.length - 1) / 2;
      features.push(stretch(piece, { id, isGap, isFaint, progress: middle / total }));
    }
    done += points.length - 1;
  }
  return { type: 'FeatureCollection', features };
}

function stretch(points: readonly LngLat[], properties: Stretch): Feature<LineString, Stretch> {
  const coordinates = points.map(({ lng, lat }) => [lng, lat]);
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}
