// Which map the portal shows: an open map by default, the operator's own file, Google, or no external map.
// Serves every page with a map.
// Rows MAP.
import { existsSync } from 'node:fs';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import type { Feature } from '#platform/feature/feature';
import type { Log } from '#platform/log/log';
import { mapsRoutes } from './maps.routes.ts';
import { mapsKeyOf, outsideHostsOf, TILES_PATH, type MapSettings } from './maps.service.ts';

export interface MapsFeature extends Feature {
  readonly outsideHosts: ReturnType<typeof outsideHostsOf>;
  /** The operator's own map file and the path that serves the file. Null without a file. */
  readonly tiles: { readonly path: string; readonly file: string } | null;
}

export function createMapsFeature(settings: MapSettings, log: Log): MapsFeature {
  // MAP-01: every map would show this text, so the log warns the operator before a user opens a map.
  if (settings.provider === 'google' && mapsKeyOf(settings) === null) log.warn(mapTexts.unavailable);
  const tiles =
    settings.provider === 'google' || settings.tilesFile === null
      ? null
      : { path: TILES_PATH, file: settings.tilesFile };
  if (tiles !== null && !existsSync(tiles.file))
    log.warn({ file: tiles.file }, 'The file of MAP_TILES_FILE is missing, so maps show no streets');
  return { name: 'maps', routes: mapsRoutes(settings), outsideHosts: outsideHostsOf(settings), tiles };
}
