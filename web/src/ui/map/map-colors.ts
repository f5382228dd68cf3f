import { palette } from '../palette.ts';
import type { MapTheme, PointKind } from './map.types.ts';

/** The colours of places; the same in both themes, told apart from the ground by their white casing. */
export const pointColors: Record<PointKind, string> = {
  start: palette.green[6],
  end: palette.red[6],
  live: palette.blue[6],
  point: palette.amber[5],
};

export const casingColor = '#ffffff';
export const staleColor = palette.gray[5];
export const gapColor: Record<MapTheme, string> = { light: palette.gray[5], dark: palette.dark[2] };
/** A solid colour, because overlaps of translucent lines would be visible. */
export const faintColor: Record<MapTheme, string> = { light: palette.gray[4], dark: palette.dark[3] };
export const pathCasingColor: Record<MapTheme, string> = { light: '#ffffff', dark: '#0a1013' };
