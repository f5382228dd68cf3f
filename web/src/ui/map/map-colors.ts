import { palette } from '../palette.ts';
import type { MapTheme, PointKind } from './map.types.ts';

/** The colours of places; the same in both themes, told apart from the ground by their white casing. */
export const pointColors: Record<PointKind | 'live', string> = {
  start: palette.green[6],
  end: palette.red[6],
  live: palette.blue[6],
  stop: palette.amber[5],
  point: palette.amber[5],
  ping: palette.amber[5],
};

export const casingColor = '#ffffff';
/** Signs inside of a mark, and arrows on a line, by theme. */
export const inkColor: Record<MapTheme, string> = { light: palette.gray[9], dark: '#ffffff' };
export const staleColor = palette.gray[5];
export const gapColor: Record<MapTheme, string> = { light: palette.gray[5], dark: palette.dark[2] };
/** A solid colour, because overlaps of translucent lines would be visible. */
export const faintColor: Record<MapTheme, string> = { light: palette.gray[4], dark: palette.dark[3] };
export const pathCasingColor: Record<MapTheme, string> = { light: '#ffffff', dark: '#0a1013' };
