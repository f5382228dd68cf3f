import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import { casingColor, pointColors } from '../map-colors.ts';
import type { MapPoint } from '../map.types.ts';

/** The source of the dots and their layer. */
export const POINTS_LAYER = 'trace-points';
/** A fingertip is wider than a point. */
const REACH_PX = 14;

/** Draws places as dots with a white casing. The selected dot is larger and on top. */
export function drawPoints(map: LibreMap, points: readonly MapPoint[], selectedId: string | null): void {
  const data = pointFeatures(points, selectedId);
  const source = map.getSource<GeoJSONSource>(POINTS_LAYER);
  if (source) {
    void source.setData(data);
    return;
  }
  map.addSource(POINTS_LAYER, { type: 'geojson', data });
  map.addLayer({
    id: POINTS_LAYER,
    type: 'circle',
    source: POINTS_LAYER,
    layout: { 'circle-sort-key': ['case', ['get', 'isSelected'], 2, ['get', 'isTerminus'], 1, 0] },
    paint: {
      'circle-color': ['get', 'color'],
      'circle-radius': ['case', ['get', 'isSelected'], 9, 6.5],
      'circle-stroke-width': ['case', ['get', 'isSelected'], 3, 2.5],
      'circle-stroke-color': casingColor,
    },
  });
}

/** The point that is nearest to a click, within a fingertip. */
export function pointAt(map: LibreMap, points: readonly MapPoint[], at: { x: number; y: number }): string | null {
  let nearest: string | null = null;
  let nearestPx = REACH_PX;
  for (const point of points) {
    const { x, y } = map.project([point.lng, point.lat]);
    const distancePx = Math.hypot(x - at.x, y - at.y);
    if (distancePx > nearestPx) continue;
    nearest = point.id;
    nearestPx = distancePx;
  }
  return nearest;
}

interface Dot {
  id: string;
  color: string;
  isSelected: boolean;
  /** The start or end of a path, always drawn above the dots in between. */
  isTerminus: boolean;
}

function pointFeatures(points: readonly MapPoint[], selectedId: string | null): FeatureCollection<Point, Dot> {
  const features = points.map(({ id, kind, lng, lat }) => ({
    type: 'Feature' as const,
    properties: {
      id,
      color: pointColors[kind],
      isSelected: id === selectedId,
      isTerminus: kind === 'start' || kind === 'end',
    },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  }));
  return { type: 'FeatureCollection', features };
}
