import geistUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import type { FeatureCollection } from 'geojson';
import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map.types.ts';
import { cities } from './cities.ts';
import { worldGrid } from './grid.ts';

export const LABEL_FONT = 'Geist Variable';
/** The source that is filled anew after each move. */
export const FINE_GRID = 'fine-grid';

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

const colors = {
  light: {
    sea: '#dbe7ec',
    land: '#f7f7f3',
    coast: '#b9cad2',
    border: '#cfd5d2',
    seaGrid: '#cfdfe6',
    fineGrid: '#0b4251',
    text: '#5b6c77',
    city: '#2b3841',
    halo: '#ffffff',
  },
  dark: {
    sea: '#0f171c',
    land: '#1c262d',
    coast: '#2c3a43',
    border: '#33424c',
    seaGrid: '#172127',
    fineGrid: '#ffffff',
    text: '#8fa1ac',
    city: '#c3ced5',
    halo: '#141c21',
  },
} as const satisfies Record<MapTheme, Record<string, string>>;

/** Names appear by rank while zooming in. */
const byRank = (...stops: number[]): FilterSpecification => [
  '<=',
  ['get', 'rank'],
  ['step', ['zoom'], 1, ...stops] as never,
];
const countryFilter = byRank(2, 2, 3.2, 3, 4.5, 4);
const cityFilter = byRank(4.5, 2, 6, 3);

/**
 * The map that ships with the product: coasts, borders and larger cities, drawn without requests to any other host.
 * Land, borders, coast and countries start empty, so that a device's position appears before the large file has loaded.
 */
export function builtInStyle(theme: MapTheme): StyleSpecification {
  return {
    version: 8,
    name: `built-in ${theme}`,
    'font-faces': labelFonts(),
    sources: {
      land: { type: 'geojson', data: empty, maxzoom: 9, tolerance: 0.3, attribution: 'Natural Earth' },
      borders: { type: 'geojson', data: empty, maxzoom: 9 },
      coast: { type: 'geojson', data: empty, maxzoom: 9 },
      countries: { type: 'geojson', data: empty },
      cities: { type: 'geojson', data: cityPoints() },
      'sea-grid': { type: 'geojson', data: worldGrid() },
      [FINE_GRID]: { type: 'geojson', data: empty },
    },
    layers: [...groundLayers(theme), ...nameLayers(theme)],
  };
}

/** Labels are drawn from our own web font, so that no glyph server is needed. */
export function labelFonts(): NonNullable<StyleSpecification['font-faces']> {
  return { [LABEL_FONT]: [{ url: new URL(geistUrl, location.href).href }] };
}

function cityPoints(): FeatureCollection {
  const features = cities.map(([name, lng, lat, rank]) => ({
    type: 'Feature' as const,
    properties: { name, rank },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  }));
  return { type: 'FeatureCollection', features };
}

function groundLayers(theme: MapTheme): LayerSpecification[] {
  const color = colors[theme];
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': color.sea } },
    { id: 'sea-grid', type: 'line', source: 'sea-grid', paint: { 'line-color': color.seaGrid } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': color.land } },
    {
      id: 'coast',
      type: 'line',
      source: 'coast',
      paint: { 'line-color': color.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.6, 8, 1.4] },
    },
    { id: FINE_GRID, type: 'line', source: FINE_GRID, paint: { 'line-color': color.fineGrid, 'line-opacity': 0.055 } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': color.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.2],
        'line-dasharray': [3, 2],
      },
    },
  ];
}

function nameLayers(theme: MapTheme): LayerSpecification[] {
  const color = colors[theme];
  const halo = { 'text-halo-color': color.halo, 'text-halo-width': 1.2 };
  return [
    {
      id: 'grid-names',
      type: 'symbol',
      source: FINE_GRID,
      // Upright text along the meridians would only be noise.
      filter: ['get', 'isLevel'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 600,
        'text-field': ['get', 'text'],
        'text-font': [LABEL_FONT],
        'text-size': 10,
        'text-offset': [0, -0.7],
      },
      paint: { 'text-color': color.text, 'text-opacity': 0.75 },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'countries',
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
