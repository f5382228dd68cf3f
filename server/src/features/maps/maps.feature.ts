// Which map the portal shows: an open one by default, the operator's own file, Google, or none from outside.
// Serves every page with a map.
// Rows MAP.
import { mapTexts } from '@trace/contract/maps/maps.texts';
import type { Feature } from '#platform/feature/feature';
import type { Log } from '#platform/log/log';
import { mapsRoutes } from './maps.routes.ts';
import { mapsKeyOf, outsideHostsOf, TILES_PATH, type MapSettings } from './maps.service.ts';

export interface MapsFeature extends Feature {
  readonly outsideHosts: ReturnType<typeof outsideHostsOf>;
  /** The operator's own map file and where it is served; null without one. */
  readonly tiles: { readonly path: string; readonly file: string } | null;
}

export function createMapsFeature(settings: MapSettings, log: Log): MapsFeature {
  // MAP-01: every map would say so; the operator reads it before anybody opens one.
  if (settings.provider === 'google' && mapsKeyOf(settings) === null) log.warn(mapTexts.unavailable);
  const tiles =
    settings.provider === 'google' || settings.tilesFile === null
      ? null
      : { path: TILES_PATH, file: settings.tilesFile };
  return { name: 'maps', routes: mapsRoutes(settings), outsideHosts: outsideHostsOf(settings), tiles };
}
