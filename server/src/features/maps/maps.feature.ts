// Which map the portal shows: an open one by default, the operator's own file, Google, or none from outside.
// Serves every page with a map.
// portal.md §2, §5, §8; MAP.
import { mapsRoutes } from './maps.routes.ts';
import { outsideHostsOf, TILES_PATH, type MapSettings } from './maps.service.ts';

export function createMapsFeature(settings: MapSettings) {
  const tiles =
    settings.provider === 'google' || settings.tilesFile === null
      ? null
      : { path: TILES_PATH, file: settings.tilesFile };
  return { routes: mapsRoutes(settings), outsideHosts: outsideHostsOf(settings), tiles };
}
