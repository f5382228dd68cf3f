import type { Feature, FeatureCollection, LineString } from 'geojson';
import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  LineLayerSpecification,
  Map as LibreMap,
  MapSourceDataEvent,
} from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { faintColor, gapColor, pathCasingColor } from '../../map-colors.ts';
import type { MapTheme } from '../../map.types.ts';
import { addArrowImage, arrowImage } from '../../marks/mark-images.ts';
import { pathRamp } from '../../path/path-colors.ts';
import type { PathModel } from '../../path/path-model.ts';
import { MINOR_POINTS_LAYER } from '../points-layer.ts';
import { repaint } from '../repaint.ts';

const SOURCE = 'trace-path';
const ARROWS = `${SOURCE}-arrows`;

/** A fingertip is wider than a line. */
const REACH_PX = 8;
/** Lanes are narrower on a map of a whole country, where a curve has no room for them. */
const lanePx = { farZoom: 10, far: 2, nearZoom: 14, near: 6 };
const WIDTH_PX = 4.5;
const CASING_PX = 1.25;
const ARROW_EVERY_PX = 110;

interface Stretch {
  isGap: boolean;
  isFaint: boolean;
  id: string | null;
  /** 0 at the start of the whole path, 1 at the end. */
  progress: number;
  lane: number;
}

/** The width of a lane at a zoom. */
export function lanePxAt(zoom: number): number {
  const { farZoom, far, nearZoom, near } = lanePx;
  const share = Math.min(Math.max((zoom - farZoom) / (nearZoom - farZoom), 0), 1);
  return far + (near - far) * share;
}

/** Draws the path in the colours of time, with arrows, each lap in its lane. Gaps are grey and dashed. */
export function drawPath(map: LibreMap, path: PathModel, theme: MapTheme): void {
  const data = pathFeatures(path);
  const source = map.getSource<GeoJSONSource>(SOURCE);
  if (source) {
    void source.setData(data);
    repaint(map, lineLayers(theme));
    addArrowImage(map, theme);
    if (map.getLayer(ARROWS)) map.setLayoutProperty(ARROWS, 'icon-image', arrowImage(theme));
    return;
  }
  addArrowImage(map, theme);
  map.addSource(SOURCE, { type: 'geojson', data });
  const names = firstOfNames(map);
  for (const layer of lineLayers(theme)) map.addLayer(layer, names);
  // Marks lie on the arrows, whichever was drawn first.
  map.addLayer(arrowLayer(theme), map.getLayer(MINOR_POINTS_LAYER) && MINOR_POINTS_LAYER);
}

/** Returns the lowest of the layers of names on top of the map, so that the line covers no name. */
function firstOfNames(map: LibreMap): string | undefined {
  const layers = map.getLayersOrder();
  const isNames = (id: string) => ['symbol', 'circle'].includes(map.getLayer(id)?.type ?? '');
  const below = layers.findLastIndex((id) => !isNames(id));
  return layers[below + 1];
}

const offset: DataDrivenPropertyValueSpecification<number> = [
  'interpolate',
  ['linear'],
  ['zoom'],
  lanePx.farZoom,
  ['*', ['get', 'lane'], lanePx.far],
  lanePx.nearZoom,
  ['*', ['get', 'lane'], lanePx.near],
];
/** An older lap is drawn narrower. */
const width: ExpressionSpecification = ['-', WIDTH_PX, ['floor', ['get', 'lane']]];
const isLine: ExpressionSpecification = ['!', ['get', 'isGap']];

function lineLayers(theme: MapTheme): LayerSpecification[] {
  const round: LineLayerSpecification['layout'] = {
    'line-cap': 'round',
    'line-join': 'round',
    'line-sort-key': ['+', ['case', ['get', 'isFaint'], 0, 1], ['get', 'progress']],
  };
  const [old, middle, newest] = pathRamp[theme];
  return [
    {
      id: `${SOURCE}-casing`,
      type: 'line',
      source: SOURCE,
      filter: isLine,
      layout: round,
      paint: {
        'line-color': pathCasingColor[theme],
        'line-width': ['+', width, 2 * CASING_PX],
        'line-offset': offset,
      },
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
      filter: isLine,
      layout: round,
      paint: {
        'line-width': width,
        'line-offset': offset,
        'line-color': [
          'case',
          ['get', 'isFaint'],
          faintColor[theme],
          ['interpolate', ['linear'], ['get', 'progress'], 0, old, 0.5, middle, 1, newest],
        ],
      },
    },
  ];
}

function arrowLayer(theme: MapTheme): LayerSpecification {
  return {
    id: ARROWS,
    type: 'symbol',
    source: SOURCE,
    filter: ['all', isLine, ['!', ['get', 'isFaint']]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': ARROW_EVERY_PX,
      'icon-image': arrowImage(theme),
      'icon-rotation-alignment': 'map',
      'icon-offset': [
        'interpolate',
        ['linear'],
        ['zoom'],
        lanePx.farZoom,
        besideLine(lanePx.far),
        lanePx.nearZoom,
        besideLine(lanePx.near),
      ],
      'icon-padding': 8,
      // The newest laps get their arrows first.
      'symbol-sort-key': ['-', 0, ['get', 'progress']],
    },
  };
}

/** The offset of a picture by lanes. An expression cannot make an array from a number, so each lane has a constant. */
function besideLine(px: number): ExpressionSpecification {
  const halves = [1, 2, 3].flatMap((half) => [half, ['literal', [0, (half / 2) * px]]]);
  return [
    'match',
    ['round', ['*', 2, ['get', 'lane']]],
    ...halves,
    ['literal', [0, 0]],
  ] as unknown as ExpressionSpecification;
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

function pathFeatures({ pieces }: PathModel): FeatureCollection<LineString, Stretch> {
  const features = pieces.map(({ points, ...properties }): Feature<LineString, Stretch> => {
    const coordinates = points.map(({ lng, lat }) => [lng, lat]);
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
  });
  return { type: 'FeatureCollection', features };
}
