/** One position of a receiver. Degrees WGS 84, metres, metres per second, degrees from true north. */
export interface Fix {
  readonly lat: number;
  readonly lng: number;
  readonly speedMps?: number;
  readonly courseDeg?: number;
  readonly altitudeM?: number;
  readonly accuracyM?: number;
  readonly satellites?: number;
}

/** Where a tracker is at a time; null when its receiver has no fix then. Times are milliseconds since 1970. */
export interface Route {
  at(timeMs: number): Fix | null;
  /** A recorded route also says when its next fix was taken, so that none is left out and repeats stay repeats. */
  nextRecorded?(afterIndex: number): RecordedMoment | null;
}

/** A fix of a recording, with the time at which it was taken. */
export interface RecordedFix {
  readonly atMs: number;
  readonly fix: Fix;
}

export interface RecordedMoment extends RecordedFix {
  readonly index: number;
}

/** A route that stays at one place. */
export const standingAt = (lat: number, lng: number): Route => {
  const fix: Fix = { lat, lng, speedMps: 0, accuracyM: 5, satellites: 10 };
  return { at: () => fix };
};

/** A receiver that never has a fix: below ground, or with a broken antenna. */
export const withoutFix: Route = { at: () => null };
