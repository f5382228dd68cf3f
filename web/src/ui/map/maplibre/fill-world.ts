import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { fetchWorld, worldUrl } from '../basemap/world.ts';

const SHAPES = ['land', 'borders', 'coast', 'countries'] as const;

/** Adds land, borders, coast and country names to the built-in map once the file has loaded. */
export function fillWorld(map: LibreMap): Stop {
  let isWanted = true;
  fetchWorld().then(
    () => {
      if (isWanted) fill(map);
    },
    // Sea, grid, cities and the user's own content are already drawn. The next map requests the land again.
    () => undefined,
  );
  return () => {
    isWanted = false;
  };
}

function fill(map: LibreMap): void {
  for (const shape of SHAPES) void map.getSource<GeoJSONSource>(shape)?.setData(worldUrl(shape));
}
