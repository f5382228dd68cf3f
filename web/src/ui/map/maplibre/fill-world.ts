import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { fetchWorld, worldUrl } from '../basemap/world.ts';

const SHAPES = ['land', 'borders', 'coast', 'countries'] as const;

/** Puts land, borders, coast and country names into the built-in map when they have come. */
export function fillWorld(map: LibreMap): Stop {
  let isWanted = true;
  fetchWorld().then(
    () => {
      if (isWanted) fill(map);
    },
    // Sea, grid, cities and what the person came for are there; the next map asks for the land again.
    () => undefined,
  );
  return () => {
    isWanted = false;
  };
}

function fill(map: LibreMap): void {
  for (const shape of SHAPES) void map.getSource<GeoJSONSource>(shape)?.setData(worldUrl(shape));
}
