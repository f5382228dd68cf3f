import { splitAtGaps } from '#ui/map/path/path-segments.ts';
import type { MapPoint, PathSegment, PointKind, TimedPoint } from '#ui/map/map.types.ts';
import { formatTime } from '#lib/format.ts';
import { metresBetween } from '@trace/contract/kernel/distance';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { pathMarkers, pathRules } from '@trace/contract/tracking/tracking.path-markers.rules';
import type { Path } from '@trace/contract/tracking/tracking.path.rules';
import type { PositionSource } from '@trace/contract/tracking/tracking.schema';
import type { FixedPosition } from './motion/tracking-position-log.ts';

export interface PathPoint extends TimedPoint {
  source: PositionSource;
}

/** Joins the stored path and the newer live positions, with one point per instant. */
export function joinPath(path: Path, live: readonly FixedPosition[]): PathPoint[] {
  const pings = new Set(path.pings);
  const speeds = new Map(live.map(({ at, speedMps }) => [at, speedMps]));
  const stored = path.at.map((at, index) => ({
    at,
    lat: path.lat[index]!,
    lng: path.lng[index]!,
    speedMps: speeds.get(at) ?? null,
    source: pings.has(index) ? ('ping' as const) : ('live_gps' as const),
  }));
  const known = new Set(path.at);
  const added = live
    .filter(({ at }) => at >= path.fromAt && !known.has(at))
    .map(({ at, lat, lng, speedMps, source }) => ({ at, lat, lng, speedMps, source }));
  return [...stored, ...added].sort((a, b) => a.at - b.at);
}

/** A marker of the path with its time of measurement and the longest gap since the previous marker (ms). */
export interface PathMarker extends MapPoint {
  at: number;
  /** The end of a stop. */
  untilAt?: number;
  longestGapMs: number;
}

export interface DrawnPath {
  segments: PathSegment[];
  markers: PathMarker[];
}

/** A path on a map, with the point that its slider describes. */
export interface ShownPath extends DrawnPath {
  chosenPoint: TimedPoint | null;
}

/** PATH-01: a line through all points, dashed over gaps, with about ten markers. */
export function drawPath(points: readonly PathPoint[]): DrawnPath {
  const chosen = pathMarkers(points.map(({ at }) => at));
  const markers = chosen.map((index, order): PathMarker => {
    const { at, lat, lng, source } = points[index]!;
    const longestGapMs = longestPauseMs(points.slice(chosen[order - 1] ?? index, index + 1));
    const kind = kindOf(index, points.length, source);
    const isMinor = kind !== 'start' && kind !== 'end';
    // Positions of the same instant need different ids, or a list of markers would keep old markers.
    const nth = chosen.slice(0, order).filter((other) => points[other]!.at === at).length;
    return { id: `path-${at}-${nth}`, lat, lng, at, label: formatTime(at), kind, longestGapMs, isMinor };
  });
  return { segments: splitAtGaps(points, pathRules.gapMs), markers: joinStops(markers, points) };
}

function longestPauseMs(points: readonly PathPoint[]): number {
  return points.slice(1).reduce((longest, { at }, index) => Math.max(longest, at - points[index]!.at), 0);
}

function kindOf(index: number, count: number, source: PositionSource): PointKind {
  if (index === 0) return 'start';
  if (index === count - 1) return 'end';
  return source === 'ping' ? 'ping' : 'point';
}

/** Replaces markers in a row between which the device stayed in one place by a single stop (PATH-04). */
function joinStops(markers: readonly PathMarker[], points: readonly PathPoint[]): PathMarker[] {
  const joined: PathMarker[] = [];
  for (const marker of markers) {
    const last = joined.at(-1);
    const isInside = marker.isMinor === true && last?.isMinor === true;
    if (!isInside || !hasStayed(last, marker, points)) joined.push(marker);
    else joined.splice(-1, 1, { ...last, kind: 'stop', isMinor: true, untilAt: marker.at });
  }
  return joined;
}

function hasStayed(one: PathMarker, other: PathMarker, points: readonly PathPoint[]): boolean {
  const lastedMs = other.at - one.at;
  if (lastedMs < historyRules.stopLeastMs) return false;
  return points.every(
    (point) => point.at < one.at || point.at > other.at || metresBetween(one, point) <= historyRules.stopRadiusM,
  );
}
