import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map.types.ts';
import { mapColors, type MapColors } from './colors.ts';
import { LABEL_FONT, labelFonts } from './labels.ts';
import { streetGround, streetLines, streetNames, STREETS_ATTRIBUTION } from './street-layers.ts';

const SOURCE = 'file';

/** Streets from the operator's own PMTiles file with the Protomaps layers (earth, landuse, water, roads, buildings, places, pois). */
export function fileStyle(url: string, theme: MapTheme): StyleSpecification {
  const color = mapColors[theme];
  return {
    version: 8,
    name: `file ${theme}`,
    'font-faces': labelFonts(),
    sources: { [SOURCE]: { type: 'vector', url, attribution: STREETS_ATTRIBUTION } },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': color.land } },
      ...streetGround(SOURCE, color),
      ...streetLines(SOURCE, color),
      ...streetNames(SOURCE, color),
      placeNames(color),
    ],
  };
}

function placeNames(color: MapColors): LayerSpecification {
  return {
    id: 'place-names',
    type: 'symbol',
    source: SOURCE,
    'source-layer': 'places',
    maxzoom: 15,
    filter: ['==', ['get', 'kind'], 'locality'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [LABEL_FONT],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 12, 16],
      'symbol-sort-key': ['coalesce', ['get', 'sort_key'], 0],
    },
    paint: { 'text-color': color.city, 'text-halo-color': color.halo, 'text-halo-width': 1.4 },
  };
}
