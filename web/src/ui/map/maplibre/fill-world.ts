import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { loadWorld, type WorldFiles } from '../basemap/world.ts';

/** Puts land, borders, coast and country names into the built-in map when they have come. */
export function fillWorld(map: LibreMap): Stop {
  let isWanted = true;
  loadWorld().then(
    (world) => {
      if (isWanted) fill(map, world);
    },
    // Sea, grid, cities and what the person came for are there; the next map asks for the land again.
    () => undefined,
  );
  return () => {
    isWanted = false;
  };
}

function fill(map: LibreMap, files: WorldFiles): void {
  for (const [name, url] of Object.entries(files)) void map.getSource<GeoJSONSource>(name)?.setData(url);
}
