import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import { packNumbers, unpackNumbers, unpackPath, type Path } from './tracking.path.rules.ts';
import type { HistoryDay } from './tracking.history.schema.ts';

/** PATH-03: numbers of premium's history. */
export const historyRules = {
  /** Today and the 89 days before. */
  days: 90,
  /** A device that reports every second for a day. */
  mostPoints: 90_000,
  /** A stop: within this distance of one place, for at least this long. */
  stopRadiusM: 50,
  stopLeastMs: 5 * MINUTE_MS,
  /** How long drift may leave a stop without ending the stop. */
  strayMs: 60 * SECOND_MS,
  /** A position less accurate than this is too vague to show a stop or a trip. */
  coarseM: 200,
  /** No vehicle with a tracker is faster. A higher speed is a fault of the receiver. */
  fastestMps: 100,
  /** After this time without a position the movement is unknown, so the trip ends. */
  gapMs: 30 * MINUTE_MS,
  /** A speed that is not measured is worked out over at least so long, so that drift does not race. */
  speedOverMs: 10 * SECOND_MS,
} as const;

/** Playback speeds of a day, as multiples of real time. */
export const playbackSpeeds = [1, 5, 15, 30, 60] as const;

export type PlaybackSpeed = (typeof playbackSpeeds)[number];

export const exportFormats = ['gpx', 'geojson', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** The path of a day with the speed at each point, in m/s. */
export interface HistoryPath extends Path {
  speedMps: number[];
}

const PER_METRE = 10;

/** Packs speeds for transfer: each as the difference from the previous point, in 0.1 m/s. */
export function packSpeeds(speedMps: readonly number[]): string {
  return packNumbers(speedMps.map((speed) => Math.round(speed * PER_METRE)));
}

export function unpackHistory(day: Pick<HistoryDay, 'path' | 'speeds'>): HistoryPath {
  return { ...unpackPath(day.path), speedMps: unpackNumbers(day.speeds).map((speed) => speed / PER_METRE) };
}
