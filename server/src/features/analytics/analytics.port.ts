import type { Gauge, Tally } from './analytics.tallies.store.ts';

/** Counts of past days that the portal did not count itself. */
export interface TallyHistory {
  /** The history ends here. What happens later is counted as usual. */
  readonly until: Date;
  readonly tallies: readonly Tally[];
  readonly measurements: readonly { readonly at: Date; readonly gauges: readonly Gauge[] }[];
}

/** How the demo world fills the analytics page. */
export interface AnalyticsPort {
  /** Replaces what was counted and measured before `until`. Can be repeated. */
  replaceHistory(history: TallyHistory): Promise<void>;
  /** Works out the countries and categories in the background, unless a run is open. */
  refresh(): Promise<void>;
}
