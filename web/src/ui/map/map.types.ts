import type { Stop } from '#lib/stop.ts';
import type { ReactNode } from 'react';

export interface LngLat {
  lng: number;
  lat: number;
}

/** A place with its time of measurement, in milliseconds since 1970. */
export interface TimedPoint extends LngLat {
  at: number;
  /** Metres per second, where known. */
  speedMps?: number | null;
}

/** Start green, end red, every other place amber. Each kind has a shape of its own. Only the live marker is blue. */
export type PointKind = 'start' | 'end' | 'stop' | 'point' | 'ping';

export interface MapPoint extends LngLat {
  id: string;
  kind: PointKind;
  label: string;
  /** Hidden where another mark or a name has no room beside it. */
  isMinor?: boolean;
}

/** A stretch of a path. A gap is drawn dashed, because the route within the gap is unknown. */
export interface PathSegment {
  points: readonly TimedPoint[];
  isGap: boolean;
  /** A stretch with an id can be selected. */
  id?: string;
  /** Another stretch is selected, so this stretch is drawn faint. */
  isFaint?: boolean;
}

/** A playback position. The position changes with each frame, so the map reads the position without rendering. */
export interface MapPlayer {
  label: string;
  /** Null: nowhere. */
  place: () => LngLat | null;
  /** Calls `onMove` after each move. */
  subscribe: (onMove: () => void) => Stop;
}

/** A moving marker. After a change of place, the marker glides to the new place for `glideMs`. */
export interface LiveMarker extends LngLat {
  id: string;
  label: string;
  glideMs: number;
  /** The position is older than its limit. The marker is drawn grey and without a pulse. */
  isStale?: boolean;
  /** The label stands beside the marker. For maps with few markers. */
  isNamed?: boolean;
  /** The marker points there, clockwise from north. For the followed marker. Null: the device does not move. */
  headingDeg?: number | null;
  /** The last places before this one, oldest first: a fading line behind the followed marker. */
  tail?: readonly LngLat[];
}

/** How a map follows one of its live markers. */
export interface Follow {
  /** The marker that the map keeps in view. */
  followedId: string | null;
  /** The person looks elsewhere, so the view stays. */
  isAway: boolean;
  /** Markers jump to their new places. */
  isStill: boolean;
}

export type MapTheme = 'light' | 'dark';

/** Which map the operator chose. `none-outside` never asks a foreign host. */
export interface MapConfig {
  provider: 'open' | 'google' | 'none-outside';
  styleUrl?: { light: string; dark: string };
  /** A single map file in the PMTiles format with the Protomaps layers, read by byte ranges. */
  pmtilesUrl?: string;
  googleKey?: string | null;
}

/** The props that every provider supports. Screens use only these props. */
export interface MapViewProps {
  config: MapConfig;
  theme: MapTheme;
  /** The accessible name of the map for screen readers. */
  label: string;
  points?: readonly MapPoint[];
  path?: readonly PathSegment[];
  /** Describes a point of the path, beside the pointer or the touch, and at `chosenPoint`. */
  pathWords?: (point: TimedPoint) => string;
  /** A point of the path that was chosen without a pointer, such as by a slider. */
  chosenPoint?: TimedPoint | null;
  live?: readonly LiveMarker[];
  /** The live marker that the map keeps in view; the others are drawn in bulk. */
  followedId?: string | null;
  selectedId?: string | null;
  /** The playback position, kept in view while moving. */
  player?: MapPlayer | null;
  /** A click on a point, a live marker or a stretch of the path, or null on the bare map. */
  onSelect?: (id: string | null) => void;
  /** The content of the bubble at the selected place. */
  renderPopup?: (id: string) => ReactNode;
  /** A new key moves the view so that all content fits. Without a key the view stays unchanged. */
  fitKey?: string;
  centre?: LngLat;
  zoom?: number;
}

/** The props of a provider's own component: the same props without the choice of provider. */
export type ProviderProps = Omit<MapViewProps, 'config'>;
