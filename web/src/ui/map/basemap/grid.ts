import type { Feature, FeatureCollection, LineString, Point } from 'geojson';

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

interface GridText {
  text: string;
  /** Runs from west to east. */
  isLevel: boolean;
}

type GridLine = Feature<LineString, GridText>;
type GridName = Feature<Point, GridText>;

const FROM_ZOOM = 5;
const TILE_PX = 512;
const WIDEST_PX = 130;
const FINEST_DEGREES = 0.001;
const steps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002];

/**
 * Returns lines at round degrees, at most 130 px apart. Without streets, these lines help the eye to judge movement.
 * The name of a meridian is a point at the upper edge, because text along an upright line is hard to read.
 */
export function gridFor(bounds: Bounds, zoom: number): FeatureCollection<LineString | Point, GridText> {
  if (zoom <= FROM_ZOOM) return { type: 'FeatureCollection', features: [] };
  const upright = meridians(bounds, zoom);
  const names = upright.map((meridian) => nameAt(meridian, bounds.north));
  return { type: 'FeatureCollection', features: [...upright, ...names, ...parallels(bounds, zoom)] };
}

function nameAt({ properties, geometry }: GridLine, north: number): GridName {
  const [lng = 0] = geometry.coordinates[0]!;
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, north] } };
}

/** The whole earth in steps of 10 degrees, for the sea at low zooms. */
export function worldGrid(): FeatureCollection<LineString> {
  const range = (from: number, to: number, step: number) =>
    Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  const upright = range(-180, 180, 10).map((lng) => range(-85, 85, 5).map((lat) => [lng, lat]));
  const level = range(-80, 80, 10).map((lat) => range(-180, 180, 5).map((lng) => [lng, lat]));
  const features = [...upright, ...level].map((coordinates): Feature<LineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  }));
  return { type: 'FeatureCollection', features };
}

function stepAt(zoom: number): number {
  const degreePx = (TILE_PX * 2 ** zoom) / 360;
  return steps.find((step) => step * degreePx < WIDEST_PX) ?? FINEST_DEGREES;
}

/** Neighbouring lines closer than a hundredth of a degree need a third decimal to have names of their own. */
const decimalsOf = (step: number): number => (step < 0.01 ? 3 : 2);

function meridians({ west, south, east, north }: Bounds, zoom: number): GridLine[] {
  const step = stepAt(zoom);
  return multiples(west, east, step).map((lng) =>
    line(
      [
        [lng, south - step],
        [lng, north + step],
      ],
      { text: `${Math.abs(lng).toFixed(decimalsOf(step))}° ${lng < 0 ? 'W' : 'E'}`, isLevel: false },
    ),
  );
}

function parallels({ west, south, east, north }: Bounds, zoom: number): GridLine[] {
  const step = stepAt(zoom);
  return multiples(south, north, step).map((lat) =>
    line(
      [
        [west - step, lat],
        [east + step, lat],
      ],
      { text: `${Math.abs(lat).toFixed(decimalsOf(step))}° ${lat < 0 ? 'S' : 'N'}`, isLevel: true },
    ),
  );
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function line(coordinates: number[][], properties: GridText): GridLine {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}
