/** A position of a receiver. Degrees WGS 84, metres, metres per second, degrees from true north. */
export interface Fix {
  readonly lat: number;
  readonly lng: number;
  readonly speedMps?: number;
  readonly courseDeg?: number;
  readonly altitudeM?: number;
  readonly accuracyM?: number;
  readonly satellites?: number;
}

/** The positions of a tracker over time, null while its receiver has no fix. Times are milliseconds since 1970. */
export interface Route {
  at(timeMs: number): Fix | null;
  /** A recorded route also gives the time of the next fix, so that every fix is sent and repeats stay repeats. */
  nextRecorded?(afterIndex: number): RecordedMoment | null;
}

/** A fix of a recording, with its time. */
export interface RecordedFix {
  readonly atMs: number;
  readonly fix: Fix;
}

export interface RecordedMoment extends RecordedFix {
  readonly index: number;
}

/** Returns a route that stays at a single place. */
export const standingAt = (lat: number, lng: number): Route => {
  const fix: Fix = { lat, lng, speedMps: 0, accuracyM: 5, satellites: 10 };
  return { at: () => fix };
};

/** A receiver that never has a fix: below ground, or with a broken antenna. */
export const withoutFix: Route = { at: () => null };
