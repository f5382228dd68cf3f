import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { FINE_GRID } from '../basemap/built-in-style.ts';
import { gridFor } from '../basemap/grid.ts';

/** Keeps the grid of the built-in map as fine as the zoom; other styles have streets and no grid. */
export function watchGrid(map: LibreMap): Stop {
  const draw = () => {
    const bounds = map.getBounds();
    const edges = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
    void map.getSource<GeoJSONSource>(FINE_GRID)?.setData(gridFor(edges, map.getZoom()));
  };
  draw();
  map.on('moveend', draw);
  return () => {
    map.off('moveend', draw);
  };
}
