const keyNotConfigured = 'Google Maps API key not configured';

/** Texts of a map that is loading, unconfigured or broken. `text` appears below `title`. */
export const mapTexts = {
  loading: 'Loading map...',
  /** Google is selected, but the server has no plausible key (MAP-01). */
  unavailableTitle: 'Google Maps Unavailable',
  keyMissing: `${keyNotConfigured}. Unable to display map.`,
  /** The same to the operator, when the server starts. */
  unavailable: 'Google Maps Unavailable: Google Maps API key is not configured',
  /** The map should have been drawn but was not. A known reason from the list below is added. */
  error: 'Map Error',
  notDrawn: 'The map could not be drawn.',
  incomplete: 'The streets could not be loaded.',
  tryAgain: 'Try again',
  recentre: 'Recentre',
  recentreOn: (device: string) => `Recentre on ${device}`,
  keyFetchFailed: 'Failed to fetch Google Maps API key',
  scriptFailed: 'Failed to load Google Maps script',
  /** Google does not let this key draw here. */
  keyNotAvailable: 'Google Maps API key not available',
} as const;
