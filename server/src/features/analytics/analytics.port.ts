import type { Gauge, Tally } from './analytics.tallies.store.ts';

/** Counts of past days that come from the caller instead of the portal's own counting. */
export interface TallyHistory {
  /** The end of the history. The portal counts later events itself. */
  readonly until: Date;
  readonly tallies: readonly Tally[];
  readonly measurements: readonly { readonly at: Date; readonly gauges: readonly Gauge[] }[];
}

/** For the demo world: fills the analytics page. */
export interface AnalyticsPort {
  /** Replaces all counts and measurements before `until`. Idempotent. */
  replaceHistory(history: TallyHistory): Promise<void>;
  /** Starts a background run that assigns countries and categories to devices, unless a run is open. */
  refresh(): Promise<void>;
}
