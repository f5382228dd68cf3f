import type { FeatureCollection } from 'geojson';
import type {
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapTheme } from '../map.types.ts';
import { cities } from './cities.ts';
import { mapColors, type MapColors } from './colors.ts';
import { worldGrid } from './grid.ts';
import { LABEL_FONT, labelFonts } from './labels.ts';
import { shippedFiles } from './map-files.ts';
import { fadingEdge, streetGround, streetLines, streetNames, STREETS_ATTRIBUTION } from './street-layers.ts';

/** The source that is filled anew after each move. */
export const FINE_GRID = 'fine-grid';

const WORLD = 'world';
const STREETS = 'streets';
const STREETS_FROM_ZOOM = 11;

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Names appear by rank while zooming in. */
const byRank = (...stops: number[]): FilterSpecification => [
  '<=',
  ['get', 'rank'],
  ['step', ['zoom'], 1, ...stops] as never,
];
const countryFilter = byRank(2, 2, 3.2, 3, 4.5, 4);
const cityFilter = byRank(4.5, 2, 6, 3);

/**
 * The map that ships with the product: the world with its larger cities, and streets where the streets file has them.
 * Drawn without requests to any other host. The ground is land: sea is drawn where a tile says so, and a tile that has
 * not arrived never looks like water.
 */
export function builtInStyle(theme: MapTheme): StyleSpecification {
  const color = mapColors[theme];
  const files = shippedFiles();
  return {
    version: 8,
    name: `built-in ${theme}`,
    'font-faces': labelFonts(),
    sources: {
      [WORLD]: { type: 'vector', url: files.world, attribution: 'Natural Earth' },
      [STREETS]: { type: 'vector', url: files.streets, attribution: STREETS_ATTRIBUTION },
      cities: { type: 'geojson', data: cityPoints() },
      'sea-grid': { type: 'geojson', data: worldGrid() },
      [FINE_GRID]: { type: 'geojson', data: empty },
    },
    layers: [
      ...worldGround(color),
      ...streetGround(STREETS, color).map(fromStreetZoom),
      ...streetLines(STREETS, color).map(fromStreetZoom),
      fromStreetZoom(fadingEdge(STREETS, color)),
      ...worldNames(color),
      ...streetNames(STREETS, color).map(fromStreetZoom),
    ],
  };
}

/** Below this zoom the streets of a city centre are a speck, and the map neither reads nor credits them. */
const fromStreetZoom = (layer: LayerSpecification): LayerSpecification => ({
  ...layer,
  minzoom: Math.max(STREETS_FROM_ZOOM, layer.minzoom ?? 0),
});

function cityPoints(): FeatureCollection {
  const features = cities.map(([name, lng, lat, rank]) => ({
    type: 'Feature' as const,
    properties: { name, rank },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  }));
  return { type: 'FeatureCollection', features };
}

function worldGround(color: MapColors): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': color.land } },
    { id: 'sea', type: 'fill', source: WORLD, 'source-layer': 'water', paint: { 'fill-color': color.sea } },
    { id: 'sea-grid', type: 'line', source: 'sea-grid', paint: { 'line-color': color.seaGrid } },
    { id: 'land', type: 'fill', source: WORLD, 'source-layer': 'earth', paint: { 'fill-color': color.land } },
    coastLine('coast', 'coast', color),
    coastLine('shores', 'earth', color),
    { id: FINE_GRID, type: 'line', source: FINE_GRID, paint: { 'line-color': color.fineGrid, 'line-opacity': 0.055 } },
    {
      id: 'borders',
      type: 'line',
      source: WORLD,
      'source-layer': 'boundaries',
      paint: {
        'line-color': color.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.2],
        'line-dasharray': [3, 2],
      },
    },
    gridNames('parallel-names', ['get', 'isLevel'], color, {
      'symbol-placement': 'line',
      'symbol-spacing': 600,
      'text-offset': [0, -0.7],
    }),
    gridNames('meridian-names', ['==', ['geometry-type'], 'Point'], color, {
      'text-anchor': 'top-left',
      'text-offset': [0.4, 0.5],
    }),
  ];
}

function gridNames(
  id: string,
  filter: FilterSpecification,
  color: MapColors,
  layout: SymbolLayerSpecification['layout'],
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: FINE_GRID,
    filter,
    layout: {
      'text-field': ['get', 'text'],
      'text-font': [LABEL_FONT],
      'text-size': 10,
      ...layout,
    },
    paint: { 'text-color': color.text, 'text-opacity': 0.75 },
  };
}

/** A part of the land that the antimeridian cuts has its coast as lines, without the cut. The others are outlined. */
function coastLine(id: string, layer: 'coast' | 'earth', color: MapColors): LayerSpecification {
  return {
    id,
    type: 'line',
    source: WORLD,
    'source-layer': layer,
    ...(layer === 'earth' && { filter: ['!', ['to-boolean', ['get', 'is_cut']]] }),
    paint: { 'line-color': color.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.6, 8, 1.4] },
  };
}

function worldNames(color: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': color.halo, 'text-halo-width': 1.2 };
  return [
    {
      id: 'country-names',
      type: 'symbol',
      source: WORLD,
      'source-layer': 'places',
      maxzoom: 7,
      filter: countryFilter,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [LABEL_FONT],
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 5, 14],
        'text-letter-spacing': 0.06,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': color.text, ...halo },
    },
    {
      id: 'city-dots',
      type: 'circle',
      source: 'cities',
      minzoom: 3,
      maxzoom: 14,
      filter: cityFilter,
      paint: {
        'circle-radius': 2.5,
        'circle-color': color.city,
        'circle-stroke-color': color.halo,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'city-names',
      type: 'symbol',
      source: 'cities',
      minzoom: 3,
      maxzoom: 14,
      filter: cityFilter,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [LABEL_FONT],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 9, 15],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
      },
      paint: { 'text-color': color.city, ...halo },
    },
  ];
}
