import type { Fix, RecordedFix, RecordedMoment, Route } from './route.ts';

export interface PlaybackOptions {
  /** When the first fix is played. */
  readonly startAtMs: number;
  /** Begins again after the end, once the usual time between two fixes has passed. */
  readonly loop?: boolean;
}

/** A recorded fix is valid for this long. After this time the receiver had no fix, as in a tunnel. */
const FIX_LASTS_MS = 60_000;

/** Plays a recording unchanged, without interpolating, smoothing or repairing. */
export function createPlayback(recording: readonly RecordedFix[], options: PlaybackOptions): Route {
  const { startAtMs, loop = false } = options;
  const first = recording[0];
  const last = recording.at(-1);
  if (first === undefined || last === undefined) throw new Error('A recording needs at least one fix');
  const pauseMs = recording.length > 1 ? (last.atMs - first.atMs) / (recording.length - 1) : 1_000;
  const roundMs = last.atMs - first.atMs + pauseMs;

  const momentAt = (index: number): RecordedMoment | null => {
    if (!loop && index >= recording.length) return null;
    const round = Math.floor(index / recording.length);
    const recorded = recording[index % recording.length];
    if (recorded === undefined) return null;
    const offsetMs = round * roundMs + recorded.atMs - first.atMs;
    return { index, atMs: startAtMs + offsetMs, fix: recorded.fix };
  };

  const at = (timeMs: number): Fix | null => {
    const elapsedMs = timeMs - startAtMs;
    if (elapsedMs < 0) return null;
    const recordedMs = first.atMs + (loop ? elapsedMs % roundMs : elapsedMs);
    const newest = newestUntil(recording, recordedMs);
    return newest !== null && recordedMs - newest.atMs <= FIX_LASTS_MS ? newest.fix : null;
  };

  return { at, nextRecorded: (afterIndex) => momentAt(afterIndex + 1) };
}

/** The last fix taken until then, by halving. */
function newestUntil(recording: readonly RecordedFix[], untilMs: number): RecordedFix | null {
  let low = 0;
  let high = recording.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const candidate = recording[middle];
    if (candidate !== undefined && candidate.atMs <= untilMs) low = middle + 1;
    else high = middle;
  }
  return recording[low - 1] ?? null;
}
