import { writeFileSync } from 'node:fs';

/** A feature for tippecanoe: a layer, the zoom from which it appears, and GeoJSON. */
export interface MapFeature {
  readonly layer: string;
  readonly minzoom: number;
  readonly properties: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

export function writeFeatures(path: string, features: readonly MapFeature[]): void {
  const lines = features.map(({ layer, minzoom, properties, geometry }) => {
    const said = Object.entries(properties).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    return JSON.stringify({
      type: 'Feature',
      tippecanoe: { layer, minzoom },
      properties: Object.fromEntries(said),
      geometry,
    });
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
}

export const pointAt = (position: readonly number[]): MapFeature['geometry'] => ({
  type: 'Point',
  coordinates: position,
});
export const lineAlong = (positions: readonly (readonly number[])[]): MapFeature['geometry'] => ({
  type: 'LineString',
  coordinates: positions,
});
export const polygonOf = (rings: readonly (readonly (readonly number[])[])[]): MapFeature['geometry'] => ({
  type: 'Polygon',
  coordinates: rings,
});
