import { AdvancedMarker, useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { faintColor, gapColor, inkColor } from '../map-colors.ts';
import type { LngLat, MapTheme, ProviderProps, TimedPoint } from '../map.types.ts';
import { flattenPath, nearestPoint } from '../path/nearest-point.ts';
import { pathColorAt } from '../path/path-colors.ts';
import { createPathModel, type PathPiece } from '../path/path-model.ts';
import dotClasses from './google-dot.module.css';

const DASH_REPEAT = '12px';
const ARROW_REPEAT = '110px';
const WIDTH_PX = 4.5;
/** Google reports a place on the line itself, so the nearest point is always within reach. */
const onTheLine = { lanePx: 0, reachPx: Infinity };
const anyView = { zoom: 0, widthPx: 0, heightPx: 0 };

/**
 * Draws the path as one line per piece, with arrows and the colours of time. Google draws dashes and arrows as repeated
 * symbols, and cannot move a line aside, so laps lie on one another with the newest on top.
 */
export function GooglePath({ path = [], theme, onSelect, pathWords, chosenPoint = null }: ProviderProps) {
  const map = useMap();
  const maps = useMapsLibrary('maps');
  const model = useMemo(() => createPathModel(path), [path]);
  const flat = useMemo(() => flattenPath(model), [model]);
  const [pointed, setPointed] = useState<TimedPoint | null>(null);
  const select = useEffectEvent((id: string) => onSelect?.(id));
  const point = useEffectEvent(({ latLng }: google.maps.PolyMouseEvent) => {
    if (!latLng) return;
    const index = nearestPoint(flat, { x: 0, y: 0 }, { ...anyView, centre: latLng.toJSON() }, onTheLine);
    setPointed(index === null ? null : (model.way.points[index] ?? null));
  });

  useEffect(() => {
    if (!map || !maps) return undefined;
    const lines = model.pieces.map((piece, order) => {
      const { id } = piece;
      const line = new maps.Polyline({ map, clickable: true, zIndex: order, ...lookOf(piece, theme) });
      if (id !== null) line.addListener('click', () => select(id));
      line.addListener('click', (event: google.maps.PolyMouseEvent) => point(event));
      line.addListener('mousemove', (event: google.maps.PolyMouseEvent) => point(event));
      line.addListener('mouseout', () => setPointed(null));
      return line;
    });
    return () => {
      setPointed(null);
      for (const line of lines) line.setMap(null);
    };
  }, [map, maps, model, theme]);

  const shown = pointed ?? chosenPoint;
  if (!shown || !pathWords) return null;
  return (
    <AdvancedMarker position={placeOf(shown)} title={pathWords(shown)} anchorLeft="-50%" anchorTop="-100%" zIndex={3}>
      <div className={dotClasses.tip}>{pathWords(shown)}</div>
    </AdvancedMarker>
  );
}

const placeOf = ({ lat, lng }: LngLat): LngLat => ({ lat, lng });

function lookOf(piece: PathPiece, theme: MapTheme): google.maps.PolylineOptions {
  const path = piece.points.map(placeOf);
  if (piece.isGap) {
    const dash = { path: 'M 0,-1 0,1', strokeOpacity: 1, strokeColor: gapColor[theme], scale: 2.5 };
    return { path, strokeOpacity: 0, icons: [{ icon: dash, offset: '0', repeat: DASH_REPEAT }] };
  }
  if (piece.isFaint) return { path, strokeColor: faintColor[theme], strokeWeight: WIDTH_PX };
  const arrow = { path: 'M -2,2 0,-2 2,2', strokeColor: inkColor[theme], strokeWeight: 2, scale: 2 };
  return {
    path,
    strokeColor: pathColorAt(piece.progress, theme),
    strokeWeight: WIDTH_PX,
    icons: [{ icon: arrow, offset: '50%', repeat: ARROW_REPEAT }],
  };
}
