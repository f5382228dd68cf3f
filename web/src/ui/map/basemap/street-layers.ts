import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColors } from './colors.ts';
import { LABEL_FONT } from './labels.ts';

/** Linked, as OpenStreetMap's licence asks. */
export const STREETS_ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>';

const GREEN = 'park garden forest wood grass scrub nature_reserve cemetery pitch playground golf_course zoo'.split(' ');
const SQUARES = 'pedestrian platform pier university school hospital'.split(' ');
const SIGHTS = 'museum gallery attraction theatre townhall library'.split(' ');

const kinds = (...names: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', names]];
const all = (...parts: ExpressionSpecification[]): ExpressionSpecification => ['all', ...parts];
const not = (part: ExpressionSpecification): ExpressionSpecification => ['!', part];
const isTunnel: ExpressionSpecification = ['to-boolean', ['get', 'is_tunnel']];
const isLink: ExpressionSpecification = ['to-boolean', ['get', 'is_link']];
const isService: ExpressionSpecification = ['==', ['get', 'kind_detail'], 'service'];
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
/** Widths in pixels by zoom, growing as the streets do. */
const widths = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.6], ['zoom'], ...stops] as unknown as ExpressionSpecification;
const steady = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification;

/** Land, water, greens and buildings of a source with the Protomaps layers. */
export function streetGround(source: string, color: MapColors): LayerSpecification[] {
  const fill = (id: string, layer: string, paint: string, filter?: FilterSpecification): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    'source-layer': layer,
    ...(filter && { filter }),
    paint: { 'fill-color': paint },
  });
  return [
    fill('street-land', 'earth', color.land),
    fill('squares', 'landuse', color.square, kinds(...SQUARES)),
    fill('greens', 'landuse', color.green, kinds(...GREEN)),
    // The names of bays are points in the same layer.
    fill('street-water', 'water', color.water, isArea),
    fill('piers', 'landuse', color.square, kinds('pier')),
    {
      id: 'buildings',
      type: 'fill',
      source,
      'source-layer': 'buildings',
      minzoom: 14,
      paint: {
        'fill-color': color.building,
        'fill-outline-color': color.buildingEdge,
        'fill-opacity': steady(14, 0, 14.7, 1),
      },
    },
  ];
}

interface LineOptions {
  minzoom?: number;
  dash?: number[];
  opacity?: number;
}

/** Ferries, paths, rails and streets, the more important ones above the others. */
export function streetLines(source: string, color: MapColors): LayerSpecification[] {
  const line = (
    id: string,
    filter: FilterSpecification,
    paint: string,
    width: ExpressionSpecification,
    { minzoom, dash, opacity }: LineOptions = {},
  ): LayerSpecification => ({
    id,
    type: 'line',
    source,
    'source-layer': 'roads',
    ...(minzoom !== undefined && { minzoom }),
    filter,
    layout: { 'line-cap': dash ? 'butt' : 'round', 'line-join': 'round' },
    paint: {
      'line-color': paint,
      'line-width': width,
      ...(dash && { 'line-dasharray': dash }),
      ...(opacity !== undefined && { 'line-opacity': opacity }),
    },
  });
  const open = (...names: string[]) => all(kinds(...names), not(isTunnel));
  const service = all(open('minor_road'), isService);
  const minor = all(open('minor_road'), not(isService));
  const ramps = all(open('highway'), isLink);
  const highways = all(open('highway'), not(isLink));
  return [
    line('ferries', kinds('ferry'), color.ferry, widths(10, 0.6, 18, 1.6), { minzoom: 12, dash: [4, 3] }),
    line(
      'tunnels',
      all(kinds('highway', 'major_road', 'minor_road'), isTunnel),
      color.majorCasing,
      widths(10, 0.5, 18, 9),
      {
        minzoom: 13,
        dash: [1.2, 1.2],
        opacity: 0.35,
      },
    ),
    line('paths', open('path'), color.path, widths(14, 0.5, 18, 2), { minzoom: 14.5, dash: [3, 2] }),
    line('service-casing', service, color.casing, widths(14, 0.8, 18, 9), { minzoom: 14 }),
    line('minor-casing', minor, color.casing, widths(12, 0.8, 14, 3.4, 18, 17), { minzoom: 12 }),
    line('service-streets', service, color.street, widths(14, 0.3, 18, 7), { minzoom: 14.5 }),
    line('minor-streets', minor, color.street, widths(12, 0.3, 14, 2.4, 18, 14.5), { minzoom: 12.5 }),
    line('major-casing', open('major_road'), color.majorCasing, widths(8, 0.8, 12, 2.4, 14, 5.4, 18, 22)),
    line('major-streets', open('major_road'), color.street, widths(8, 0.4, 12, 1.4, 14, 4, 18, 19)),
    // Trams run in the street, so rails lie on top.
    line('rails', open('rail'), color.rail, widths(10, 0.4, 18, 1.6)),
    line('ramp-casing', ramps, color.highwayCasing, widths(12, 1.4, 14, 4, 18, 13), { minzoom: 12 }),
    line('ramps', ramps, color.highway, widths(12, 0.8, 14, 2.8, 18, 10.5), { minzoom: 12 }),
    line('highway-casing', highways, color.highwayCasing, widths(8, 1.6, 12, 3.4, 14, 6.4, 18, 24)),
    line('highways', highways, color.highway, widths(8, 1, 12, 2.2, 14, 4.8, 18, 20.5)),
  ];
}

interface Label {
  id: string;
  layer: string;
  minzoom: number;
  filter: FilterSpecification;
  paint: string;
  size: number | ExpressionSpecification;
  layout?: object;
}

/** Names of streets, water, parks, stops, sights and districts. */
export function streetNames(source: string, color: MapColors): LayerSpecification[] {
  const label = ({ id, layer, minzoom, filter, paint, size, layout }: Label): LayerSpecification => ({
    id,
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom,
    filter,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [LABEL_FONT],
      'text-size': size,
      'text-max-width': 8,
      ...layout,
    },
    paint: { 'text-color': paint, 'text-halo-color': color.halo, 'text-halo-width': 1.4 },
  });
  const street = (rest: Omit<Label, 'layer'>): LayerSpecification =>
    label({
      ...rest,
      layer: 'roads',
      layout: { 'symbol-placement': 'line', 'symbol-spacing': 350, 'text-padding': 6 },
    });
  const poi = (rest: Omit<Label, 'layer'>): LayerSpecification => label({ ...rest, layer: 'pois' });
  const stops = kinds('station', 'ferry_terminal');
  const spaced = (spacing: number): object => ({ 'text-letter-spacing': spacing });
  const major = all(kinds('highway', 'major_road'), not(isTunnel), not(isLink));
  return [
    {
      id: 'stop-dots',
      type: 'circle',
      source,
      'source-layer': 'pois',
      minzoom: 14.5,
      filter: stops,
      paint: {
        'circle-radius': 3.2,
        'circle-color': color.stop,
        'circle-stroke-color': color.halo,
        'circle-stroke-width': 1.2,
      },
    },
    street({ id: 'path-names', minzoom: 17, filter: kinds('path'), paint: color.text, size: 10 }),
    street({ id: 'ferry-names', minzoom: 15, filter: kinds('ferry'), paint: color.waterText, size: 10 }),
    street({
      id: 'minor-names',
      minzoom: 14.5,
      filter: kinds('minor_road'),
      paint: color.streetText,
      size: steady(14, 10, 18, 12.5),
    }),
    street({
      id: 'major-names',
      minzoom: 13.5,
      filter: major,
      paint: color.streetText,
      size: steady(13, 10.5, 18, 13.5),
    }),
    poi({ id: 'sight-names', minzoom: 16, filter: kinds(...SIGHTS), paint: color.text, size: 11 }),
    poi({ id: 'green-names', minzoom: 14.5, filter: kinds('park', 'square'), paint: color.text, size: 11 }),
    poi({
      id: 'stop-names',
      minzoom: 15,
      filter: stops,
      paint: color.stop,
      size: 11,
      layout: { 'text-anchor': 'top', 'text-offset': [0, 0.5] },
    }),
    label({
      id: 'water-names',
      layer: 'water',
      minzoom: 13.5,
      filter: not(isArea),
      paint: color.waterText,
      size: 12,
      layout: spaced(0.06),
    }),
    label({
      id: 'district-names',
      layer: 'places',
      minzoom: 12,
      filter: ['!=', ['get', 'kind'], 'locality'],
      paint: color.text,
      size: steady(12, 10, 15, 12.5),
      layout: {
        ...spaced(0.08),
        'text-transform': 'uppercase',
        'symbol-sort-key': ['coalesce', ['get', 'sort_key'], 0],
      },
    }),
  ];
}

/** Land that grows opaque towards the edge of a file that ends in the middle of a city. */
export function fadingEdge(source: string, color: MapColors): LayerSpecification {
  return {
    id: 'street-edge',
    type: 'fill',
    source,
    'source-layer': 'edge',
    // Each step covers the steps outside of it, so the opacities add up.
    paint: { 'fill-color': color.land, 'fill-opacity': 0.18, 'fill-antialias': false },
  };
}
