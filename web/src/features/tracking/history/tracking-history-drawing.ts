import { formatTime } from '#lib/format.ts';
import type { LngLat, MapPoint, PathSegment, TimedPoint } from '#ui/map/map.types.ts';
import type { HistoryPath } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryPart } from '@trace/contract/tracking/tracking.history.schema';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import type { LoadedDay } from './tracking.history.queries.ts';

/** A part of a day with the id that map and list share. */
export type NamedPart = HistoryPart & { id: string };

export const namedParts = (parts: readonly HistoryPart[]): NamedPart[] =>
  parts.map((part, index) => ({ ...part, id: `part-${index}` }));

/** Returns the line of a day: its trips, dashed over gaps. Drift of a stationary device is not drawn. */
export function segmentsOf({ path, doubtful }: LoadedDay, parts: readonly NamedPart[]): PathSegment[] {
  const isDoubted = new Set(doubtful);
  const between = (first: number, last: number): TimedPoint[] => {
    const points: TimedPoint[] = [];
    for (let index = first; index <= last; index += 1)
      if (!isDoubted.has(index))
        points.push({ at: path.at[index]!, speedMps: path.speedMps[index]!, ...placeOf(path, index) });
    return points;
  };
  const segments: PathSegment[] = [];
  let drawnTo = 0;
  const drawRest = (last: number): void => {
    const points = between(drawnTo, last);
    if (points.length > 1) segments.push({ points, isGap: false });
  };
  for (const { id, kind, first, last } of parts) {
    if (first > drawnTo) drawRest(first);
    if (kind !== 'stop') segments.push({ id, points: between(first, last), isGap: kind === 'gap' });
    drawnTo = last;
  }
  drawRest(path.at.length - 1);
  return segments;
}

/** Returns the start, the end and the stops of the day. */
export function pointsOf(day: LoadedDay, parts: readonly NamedPart[]): MapPoint[] {
  const isDoubted = new Set(day.doubtful);
  const believed = day.path.at.flatMap((_, index) => (isDoubted.has(index) ? [] : [index]));
  const terminus = (kind: 'start' | 'end', index: number | undefined): MapPoint[] =>
    index === undefined
      ? []
      : [{ id: kind, kind, label: timeOf(day, day.path.at[index]!), ...placeOf(day.path, index) }];
  const stops = parts.flatMap((part): MapPoint[] =>
    part.kind === 'stop'
      ? [
          {
            id: part.id,
            kind: 'stop',
            label: `${historyTexts.stop}, ${timeOf(day, part.fromAt)}`,
            lat: part.lat,
            lng: part.lng,
          },
        ]
      : [],
  );
  return [...terminus('start', believed[0]), ...stops, ...terminus('end', believed.at(-1))];
}

const timeOf = ({ timeZone }: LoadedDay, at: number): string => formatTime(at, { timeZone });

const placeOf = (path: HistoryPath, index: number): LngLat => ({ lat: path.lat[index]!, lng: path.lng[index]! });
