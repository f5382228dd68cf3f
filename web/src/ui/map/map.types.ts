import type { Stop } from '#lib/stop.ts';
import type { ReactNode } from 'react';

export interface LngLat {
  lng: number;
  lat: number;
}

/** Start green, end red, live GPS blue, every other place amber. */
export type PointKind = 'start' | 'end' | 'live' | 'point';

export interface MapPoint extends LngLat {
  id: string;
  kind: PointKind;
  label: string;
}

/** A stretch of a path; a gap is drawn dashed, because nobody knows what happened in it. */
export interface PathSegment {
  points: readonly LngLat[];
  isGap: boolean;
  /** With it the stretch can be selected. */
  id?: string;
  /** Something else is selected: drawn so that it stays behind. */
  isFaint?: boolean;
}

/** Something that is played back: where it is changes with each frame, so the map asks it past all rendering. */
export interface MapPlayer {
  label: string;
  /** Null: nowhere. */
  place: () => LngLat | null;
  /** Told when it has moved. */
  subscribe: (onMove: () => void) => Stop;
}

/** Something that moves. When its place changes, it glides there for `glideMs`. */
export interface LiveMarker extends LngLat {
  id: string;
  label: string;
  glideMs: number;
  /** Older than its limit: drawn grey and without a pulse. */
  isStale?: boolean;
}

export type MapTheme = 'light' | 'dark';

/** Which map the operator chose. `none-outside` never asks a foreign host. */
export interface MapConfig {
  provider: 'open' | 'google' | 'none-outside';
  styleUrl?: { light: string; dark: string };
  /** One map file in the PMTiles format with the Protomaps layers, read by byte ranges. */
  pmtilesUrl?: string;
  googleKey?: string | null;
}

/** What every provider can do; screens see only this. */
export interface MapViewProps {
  config: MapConfig;
  theme: MapTheme;
  /** How the map is called by those who listen. */
  label: string;
  points?: readonly MapPoint[];
  path?: readonly PathSegment[];
  live?: readonly LiveMarker[];
  /** The live marker that the map keeps in view; the others are drawn in bulk. */
  followedId?: string | null;
  selectedId?: string | null;
  /** Stays in view while it moves. */
  player?: MapPlayer | null;
  /** A click on a point, a live marker or a stretch of the path, or null on the bare map. */
  onSelect?: (id: string | null) => void;
  /** The content of the bubble at the selected place. */
  renderPopup?: (id: string) => ReactNode;
  /** A new key moves the view so that everything fits; without one the view stays. */
  fitKey?: string;
  centre?: LngLat;
  zoom?: number;
}

/** What a provider's own component gets: the same without the choice of provider. */
export type ProviderProps = Omit<MapViewProps, 'config'>;
