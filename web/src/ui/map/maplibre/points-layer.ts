import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as LibreMap, SymbolLayerSpecification } from 'maplibre-gl';
import type { MapPoint } from '../map.types.ts';
import { addMarkImages, markImage } from '../marks/mark-images.ts';

/** The source of the marks, and the layer of the marks that are always visible. */
const POINTS_LAYER = 'trace-points';
/** The layer of the marks that give way to others. */
export const MINOR_POINTS_LAYER = 'trace-points-minor';
/** A fingertip is wider than a point. */
const REACH_PX = 14;
const SELECTED_SIZE = 1.35;

/** Draws places as marks. Names of the map beside a mark move or hide, so that none is covered in part. */
export function drawPoints(map: LibreMap, points: readonly MapPoint[], selectedId: string | null): void {
  const data = pointFeatures(points, selectedId);
  const source = map.getSource<GeoJSONSource>(POINTS_LAYER);
  if (source) {
    void source.setData(data);
    return;
  }
  addMarkImages(map);
  map.addSource(POINTS_LAYER, { type: 'geojson', data });
  map.addLayer(markLayer(MINOR_POINTS_LAYER, true));
  map.addLayer(markLayer(POINTS_LAYER, false));
}

/** The library places the marks of the upper layer first, and those of the lower layer only where room is left. */
function markLayer(id: string, isMinor: boolean): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source: POINTS_LAYER,
    filter: ['==', ['get', 'isMinor'], isMinor],
    layout: {
      'icon-image': ['get', 'image'],
      'icon-size': ['get', 'size'],
      'icon-allow-overlap': !isMinor,
      'icon-padding': isMinor ? 4 : 1,
      'symbol-sort-key': ['get', 'order'],
    },
  };
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

interface Mark {
  id: string;
  image: string;
  size: number;
  isMinor: boolean;
  /** Higher marks lie above the others. */
  order: number;
}

function pointFeatures(points: readonly MapPoint[], selectedId: string | null): FeatureCollection<Point, Mark> {
  const features = points.map(({ id, kind, lng, lat, isMinor = false }) => {
    const isSelected = id === selectedId;
    const isTerminus = kind === 'start' || kind === 'end';
    return {
      type: 'Feature' as const,
      properties: {
        id,
        image: markImage(kind),
        size: isSelected ? SELECTED_SIZE : 1,
        isMinor: isMinor && !isSelected,
        order: (isTerminus ? 1 : 0) + (isSelected ? 2 : 0),
      },
      geometry: { type: 'Point' as const, coordinates: [lng, lat] },
    };
  });
  return { type: 'FeatureCollection', features };
}
