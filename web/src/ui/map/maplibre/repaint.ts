import type { LayerSpecification, Map as LibreMap } from 'maplibre-gl';

type PaintProperty = Parameters<LibreMap['setPaintProperty']>[1];

/** Gives the layers on the map the colours of these layers. Their data stays, so nothing loads again. */
export function repaint(map: LibreMap, layers: readonly LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    if (!map.getLayer(id)) continue;
    for (const [property, value] of Object.entries(paint)) map.setPaintProperty(id, property as PaintProperty, value);
  }
}
