import type { MapStyle } from '@trace/contract/maps/maps.api';
import { isGoogleKeyValid } from '@trace/contract/maps/maps.rules';

export interface MapSettings {
  provider: 'open' | 'google' | 'none';
  styleUrl: string | null;
  tilesFile: string | null;
  googleKey: string | null;
}

/** The open street map that a page tries first without other settings (MAP-02). */
const openStyles = {
  light: 'https://tiles.openfreemap.org/styles/positron',
  dark: 'https://tiles.openfreemap.org/styles/dark',
} as const;

export const TILES_PATH = '/map-tiles.pmtiles';

/** MAP-02: which map a page shows; `none` never asks outside. */
export function mapStyleOf(settings: MapSettings): MapStyle {
  const tilesUrl = settings.tilesFile === null ? null : TILES_PATH;
  if (settings.provider === 'none') return { provider: 'none', styleUrl: null, darkStyleUrl: null, tilesUrl };
  if (settings.provider === 'google') return { provider: 'google', styleUrl: null, darkStyleUrl: null, tilesUrl: null };
  if (settings.styleUrl !== null)
    return { provider: 'open', styleUrl: settings.styleUrl, darkStyleUrl: settings.styleUrl, tilesUrl };
  if (tilesUrl !== null) return { provider: 'open', styleUrl: null, darkStyleUrl: null, tilesUrl };
  return { provider: 'open', styleUrl: openStyles.light, darkStyleUrl: openStyles.dark, tilesUrl };
}

/** MAP-01: returns the key if Google is selected and the key is plausible. */
export function mapsKeyOf({ provider, googleKey }: MapSettings): string | null {
  return provider === 'google' && googleKey !== null && isGoogleKeyValid(googleKey) ? googleKey : null;
}

/** Hosts that a page has to reach for this map; the security policy of the pages names no others. */
export function outsideHostsOf(settings: MapSettings): { images: string[]; connections: string[]; scripts: string[] } {
  if (settings.provider === 'google') {
    const google = ['https://*.googleapis.com', 'https://*.gstatic.com'];
    return {
      images: [...google, 'https://*.ggpht.com'],
      connections: google,
      scripts: ['https://maps.googleapis.com'],
    };
  }
  const { styleUrl, darkStyleUrl } = mapStyleOf(settings);
  const origins = [
    ...new Set([styleUrl, darkStyleUrl].filter((url) => url !== null).map((url) => new URL(url).origin)),
  ];
  return { images: origins, connections: origins, scripts: [] };
}
