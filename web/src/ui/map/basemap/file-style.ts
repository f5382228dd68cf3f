import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map.types.ts';
import { LABEL_FONT, labelFonts } from './built-in-style.ts';

const SOURCE = 'file';

const colors = {
  light: {
    ground: '#f7f7f3',
    water: '#dbe7ec',
    green: '#e9f0e4',
    building: '#e8e8e2',
    road: '#ffffff',
    casing: '#d9dedc',
    rail: '#cfd5d2',
    text: '#3f4d57',
    halo: '#ffffff',
  },
  dark: {
    ground: '#1c262d',
    water: '#0f171c',
    green: '#1b2a28',
    building: '#222d35',
    road: '#33424c',
    casing: '#141c21',
    rail: '#2c3a43',
    text: '#b9c5cd',
    halo: '#141c21',
  },
} as const;

/** Streets from the operator's own PMTiles file with the Protomaps layers (earth, landuse, water, roads, buildings, places). */
export function fileStyle(pmtilesUrl: string, theme: MapTheme): StyleSpecification {
  return {
    version: 8,
    name: `file ${theme}`,
    'font-faces': labelFonts(),
    sources: {
      [SOURCE]: { type: 'vector', url: `pmtiles://${pmtilesUrl}`, attribution: '© OpenStreetMap' },
    },
    layers: [...groundLayers(theme), ...roadLayers(theme), ...nameLayers(theme)],
  };
}

function groundLayers(theme: MapTheme): LayerSpecification[] {
  const color = colors[theme];
  const fill = (layer: string, paint: string): LayerSpecification => ({
    id: layer,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    paint: { 'fill-color': paint },
  });
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': color.water } },
    fill('earth', color.ground),
    {
      ...fill('landuse', color.green),
      filter: ['in', ['get', 'kind'], ['literal', ['park', 'forest', 'wood', 'grass', 'nature_reserve', 'cemetery']]],
    } as LayerSpecification,
    fill('water', color.water),
    { ...fill('buildings', color.building), minzoom: 14 },
  ];
}

function roadLayers(theme: MapTheme): LayerSpecification[] {
  const color = colors[theme];
  const road = (id: string, kinds: string[], paint: string, widths: [number, number]): LayerSpecification => ({
    id,
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': paint,
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, widths[0], 18, widths[1]],
    },
  });
  return [
    road('road-casing', ['highway', 'major_road', 'minor_road'], color.casing, [1, 18]),
    road('paths', ['path'], color.rail, [0.2, 3]),
    road('rails', ['rail'], color.rail, [0.5, 2]),
    road('minor-roads', ['minor_road'], color.road, [0.2, 13]),
    road('major-roads', ['highway', 'major_road'], color.road, [0.8, 16]),
  ];
}

function nameLayers(theme: MapTheme): LayerSpecification[] {
  const color = colors[theme];
  const paint = { 'text-color': color.text, 'text-halo-color': color.halo, 'text-halo-width': 1.4 };
  return [
    {
      id: 'road-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: 13,
      layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-font': [LABEL_FONT], 'text-size': 11 },
      paint,
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [LABEL_FONT],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 12, 15],
        'symbol-sort-key': ['coalesce', ['get', 'sort_key'], 0],
      },
      paint,
    },
  ];
}
