/** The initial centre of a map before a position is known (MAP-03). */
export const defaultCentre = {
  panel: { lat: -33.8688, lng: 151.2093 },
  dialog: { lat: 40.7128, lng: -74.006 },
} as const;

/** The zoom of a map that shows one place (MAP-03). */
export const defaultZoom = 15;

const KEY_LENGTH_ABOVE = 10;

/** Whether a Google Maps key is worth trying: present, longer than 10 characters, not saying 'not configured' (MAP-01). */
export function isGoogleKeyValid(key: string | null | undefined): key is string {
  if (!key || key.length <= KEY_LENGTH_ABOVE) return false;
  return !key.toLowerCase().includes('not configured');
}
