/** What a map says when it is loading, unconfigured or broken. */
export const mapTexts = {
  loading: 'Loading map...',
  loadingLive: 'Loading live map...',
  keyMissing: 'Google Maps API key not configured. Unable to display map.',
  keyFetchFailed: 'Failed to fetch Google Maps API key',
  keyNotConfigured: 'Google Maps API key not configured',
  keyNotAvailable: 'Google Maps API key not available',
  scriptFailed: 'Failed to load Google Maps script',
  unavailable: { title: 'Google Maps Unavailable', text: 'Google Maps API key is not configured' },
  error: 'Map Error',
} as const;
