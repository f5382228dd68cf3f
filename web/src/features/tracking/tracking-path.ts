import { splitAtGaps, type TimedPoint } from '#ui/map/path-segments.ts';
import type { MapPoint, PathSegment, PointKind } from '#ui/map/map.types.ts';
import { formatTime } from '#lib/format.ts';
import { pathMarkers, pathRules } from '@trace/contract/tracking/tracking.rules';
import type { Path } from '@trace/contract/tracking/tracking.path.rules';
import type { PositionSource } from '@trace/contract/tracking/tracking.schema';
import type { FixedPosition } from './live/tracking-position-log.ts';

export interface PathPoint extends TimedPoint {
  source: PositionSource;
}

/** Joins the stored path and the newer live positions, with one point per instant. */
export function joinPath(path: Path, live: readonly FixedPosition[]): PathPoint[] {
  const pings = new Set(path.pings);
  const stored = path.at.map((at, index) => ({
    at,
    lat: path.lat[index]!,
    lng: path.lng[index]!,
    source: pings.has(index) ? ('ping' as const) : ('live_gps' as const),
  }));
  const known = new Set(path.at);
  const added = live
    .filter(({ at }) => at >= path.fromAt && !known.has(at))
    .map(({ at, lat, lng, source }) => ({ at, lat, lng, source }));
  return [...stored, ...added].sort((a, b) => a.at - b.at);
}

/** A marker of the path with its time of measurement and the longest gap since the previous marker (ms). */
export interface PathMarker extends MapPoint {
  at: number;
  longestGapMs: number;
}

export interface DrawnPath {
  segments: PathSegment[];
  markers: PathMarker[];
}

/** PATH-01: a line through all points, dashed over gaps, with about ten markers. */
export function drawPath(points: readonly PathPoint[]): DrawnPath {
  const chosen = pathMarkers(points.map(({ at }) => at));
  const markers = chosen.map((index, order): PathMarker => {
    const { at, lat, lng, source } = points[index]!;
    const longestGapMs = longestPauseMs(points.slice(chosen[order - 1] ?? index, index + 1));
    const kind = kindOf(index, points.length, source);
    return { id: `path-${at}`, lat, lng, at, label: formatTime(at), kind, longestGapMs };
  });
  return { segments: splitAtGaps(points, pathRules.gapMs), markers };
}

function longestPauseMs(points: readonly PathPoint[]): number {
  return points.slice(1).reduce((longest, { at }, index) => Math.max(longest, at - points[index]!.at), 0);
}

function kindOf(index: number, count: number, source: PositionSource): PointKind {
  if (index === 0) return 'start';
  if (index === count - 1) return 'end';
  return source === 'live_gps' ? 'live' : 'point';
}
