import type { LngLat } from '#ui/map/map.types.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules, type HistoryPath } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryDay } from '@trace/contract/tracking/tracking.history.schema';

/** The data of a playback: the plausible points of a day, in columns, and the pauses. */
export interface Track {
  at: number[];
  lat: number[];
  lng: number[];
  speedMps: number[];
  pauses: { fromAt: number; toAt: number }[];
}

/** How long the playback of a stop or a gap takes, whatever its real length. */
const PAUSE_TAKES_MS = SECOND_MS;

export function trackOf(path: HistoryPath, { doubtful, parts }: Pick<HistoryDay, 'doubtful' | 'parts'>): Track {
  const isDoubted = new Set(doubtful);
  const believed = (_: number, index: number): boolean => !isDoubted.has(index);
  return {
    at: path.at.filter(believed),
    lat: path.lat.filter(believed),
    lng: path.lng.filter(believed),
    speedMps: path.speedMps.filter(believed),
    pauses: parts.filter(({ kind }) => kind !== 'trip').map(({ fromAt, toAt }) => ({ fromAt, toAt })),
  };
}

/** Returns the last point reached at a moment, or the first point if the moment is earlier. */
export function indexAt({ at: times }: Pick<Track, 'at'>, at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (times[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns the position at a moment, interpolated between two points. With `isStepped`, and over gaps, returns the last
 * point.
 */
export function placeAt(track: Track, at: number, isStepped = false): LngLat | null {
  if (track.at.length === 0) return null;
  const index = indexAt(track, at);
  const [lat, lng] = [track.lat[index]!, track.lng[index]!];
  const nextAt = track.at[index + 1];
  const waitMs = (nextAt ?? 0) - track.at[index]!;
  const east = (track.lng[index + 1] ?? lng) - lng;
  // Over the antimeridian there is no way in proportion on a flat map.
  if (isStepped || nextAt === undefined || waitMs > historyRules.gapMs || Math.abs(east) > 180) return { lat, lng };
  const part = Math.min(Math.max(at - track.at[index]!, 0) / Math.max(waitMs, 1), 1);
  return { lat: lat + (track.lat[index + 1]! - lat) * part, lng: lng + east * part };
}

/** The moment of the day that is reached after so much time of watching; pauses go by quickly. */
export function moveOn({ at: times, pauses }: Track, from: number, elapsedMs: number, speed: number): number {
  const end = times.at(-1) ?? from;
  let at = from;
  let leftMs = elapsedMs;
  while (leftMs > 0 && at < end) {
    const pause = pauses.find(({ fromAt, toAt }) => at >= fromAt && at < toAt);
    const next = pause?.toAt ?? pauses.find(({ fromAt }) => fromAt > at)?.fromAt ?? end;
    const rate = pause ? Math.max(speed, (pause.toAt - pause.fromAt) / PAUSE_TAKES_MS) : speed;
    const reached = Math.min(at + leftMs * rate, next);
    leftMs -= (reached - at) / rate;
    // The remaining time may be too small to change a number of this size.
    if (reached === at) break;
    at = reached;
  }
  return Math.min(at, end);
}
