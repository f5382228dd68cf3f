const keyNotConfigured = 'Google Maps API key not configured';

/** What a map says when it is loading, unconfigured or broken; `text` stands below `title`. */
export const mapTexts = {
  loading: 'Loading map...',
  loadingLive: 'Loading live map...',
  /** Google is chosen and the server has no key that can be one (MAP-01). */
  unavailableTitle: 'Google Maps Unavailable',
  keyMissing: `${keyNotConfigured}. Unable to display map.`,
  /** The same to the operator, when the server starts. */
  unavailable: 'Google Maps Unavailable: Google Maps API key is not configured',
  /** A map that could have been drawn and was not, with one of the reasons below where one is known. */
  error: 'Map Error',
  keyFetchFailed: 'Failed to fetch Google Maps API key',
  scriptFailed: 'Failed to load Google Maps script',
  /** Google does not let this key draw here. */
  keyNotAvailable: 'Google Maps API key not available',
} as const;
