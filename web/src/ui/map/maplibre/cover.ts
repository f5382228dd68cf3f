import type { Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';

/** A style whose tiles do not arrive is shown after this time, as far as the tiles have arrived. */
const LONGEST_MS = 8_000;

/**
 * Lays a picture of the map over the map while the next style loads, so that a change of style shows no empty ground.
 * The picture goes when the new style is drawn or the view moves. Markers lie above the picture.
 */
export function coverMap(map: LibreMap): Stop {
  const canvas = map.getCanvas();
  const picture = document.createElement('canvas');
  picture.dataset['cover'] = 'true';
  picture.setAttribute('aria-hidden', 'true');
  picture.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
  picture.width = canvas.width;
  picture.height = canvas.height;
  // The drawing buffer can be read only in the task that drew it.
  map.redraw();
  picture.getContext('2d')?.drawImage(canvas, 0, 0);
  canvas.after(picture);

  const uncover = () => {
    clearTimeout(timer);
    map.off('idle', uncover);
    map.off('movestart', uncover);
    picture.remove();
  };
  const timer = setTimeout(uncover, LONGEST_MS);
  map.once('style.load', () => map.on('idle', uncover));
  map.on('movestart', uncover);
  return uncover;
}
